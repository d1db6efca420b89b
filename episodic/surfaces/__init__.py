"""What people and programs touch: the only folder that prints."""
