//! `training TASK`: makes the models of lens again, and measures them.

fn main() {}
