import type { en } from './en';

/** The messages of one language. A missing message is a compile error. */
export type Messages = Readonly<Record<keyof typeof en, string>>;

type Counted<Key> = Key extends `${infer Name}_one` ? Name : never;

/** The messages of a language with four plural forms. */
export type SlavicMessages = Messages &
  Readonly<Record<`${Counted<keyof typeof en>}_${'few' | 'many'}`, string>>;

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: typeof en };
  }
}
