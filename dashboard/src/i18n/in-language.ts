/** The messages of an area in another language. A missing message is a compile error. */
export type InLanguage<English> = Readonly<Record<keyof English, string>>;

type Counted<Key> = Key extends `${infer Name}_one` ? Name : never;

/**
 * The messages of an area in a language with four plural forms. For each `x_one`, it needs `x_few`
 * and `x_many` besides the English forms.
 */
export type InSlavic<English> = InLanguage<English> &
  Readonly<Record<`${Counted<keyof English>}_${'few' | 'many'}`, string>>;
