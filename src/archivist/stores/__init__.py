"""Where records live: protocols, SQLite behind them."""
