"""Commands of the screen: the functions that the command table names, each called with the controller."""
