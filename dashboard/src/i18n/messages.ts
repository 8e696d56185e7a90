import type { en } from './en';
import type { InLanguage, InSlavic } from './in-language';

/** The messages of one language. */
export type Messages = InLanguage<typeof en>;

/** The messages of a language with four plural forms. */
export type SlavicMessages = InSlavic<typeof en>;

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: typeof en };
  }
}
