//! `#[derive(FromRow)]`: reads a struct from a row of SQLite or PostgreSQL, column by field name.
//!
//! sqlx has a derive of the same name. It is not used because its macro crate compiles the drivers
//! of both databases a second time, for the compiler itself, which costs minutes of every cold
//! build.

use proc_macro::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, parse_macro_input};

/// Implements `sqlx::FromRow` for a struct with named fields, once per engine.
#[proc_macro_derive(FromRow)]
pub fn derive_from_row(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implement(&input)
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

fn implement(input: &DeriveInput) -> Result<proc_macro2::TokenStream, Error> {
    let wrong = || Error::new_spanned(&input.ident, "FromRow needs a struct with named fields");
    let Data::Struct(structure) = &input.data else {
        return Err(wrong());
    };
    let Fields::Named(fields) = &structure.fields else {
        return Err(wrong());
    };
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(
            &input.generics,
            "FromRow takes no generic parameters",
        ));
    }
    let name = &input.ident;
    let fields: Vec<_> = fields
        .named
        .iter()
        .filter_map(|it| it.ident.as_ref())
        .collect();
    let columns = fields.iter().map(ToString::to_string);
    let columns: Vec<_> = columns
        .map(|column| column.trim_start_matches("r#").to_owned())
        .collect();
    let engines = [
        quote!(::platform::db::driver::sqlite::SqliteRow),
        quote!(::platform::db::driver::postgres::PgRow),
    ];
    let implementations = engines.map(|row| {
        quote! {
            impl<'r> ::platform::db::driver::FromRow<'r, #row> for #name {
                fn from_row(row: &'r #row) -> ::core::result::Result<Self, ::platform::db::driver::Error> {
                    use ::platform::db::driver::Row as _;
                    ::core::result::Result::Ok(Self {
                        #(#fields: row.try_get(#columns)?),*
                    })
                }
            }
        }
    });
    Ok(quote!(#(#implementations)*))
}
