"""Checks packages of Agent Plugins 1.0, ours and anybody's: small rules over what is read within bounds."""
