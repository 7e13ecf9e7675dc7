//! `earshot doctor` against servers that speak the providers' protocols.

mod accounts;
mod address;
mod dns_server;
mod mail;
mod payments;
mod report;
mod scripted_smtp;
mod stand_ins;
