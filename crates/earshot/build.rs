//! The web app is embedded from its build; a new build of it means a new binary.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
    println!("cargo::rerun-if-changed=templates");
}
