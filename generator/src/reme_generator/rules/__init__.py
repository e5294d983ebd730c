"""What a contract must keep beyond its meta schemas; each rule raises ContractError at the first breach."""
