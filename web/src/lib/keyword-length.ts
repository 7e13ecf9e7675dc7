/** The server takes no longer keywords. */
export const maxKeywordLength = 100;
