"""The console: pages a person reads and steers with, rendered here, live by server-sent events, keyboard first."""
