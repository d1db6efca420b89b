"""What words mean; no outside world."""
