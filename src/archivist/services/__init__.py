"""What a door may ask for; thin."""
