/** The languages of the seed, in the order in which PostgreSQL stores JSON keys. */
export const LANGUAGES = ['de', 'en', 'ru'] as const;

/** One of them. */
export type Language = (typeof LANGUAGES)[number];
