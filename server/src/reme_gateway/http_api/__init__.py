"""The JSON surface: one route per operation of the contract."""
