import type * as english from './en';
import type { InLanguage, InSlavic } from './in-language';

type Areas = typeof english;

/** The messages of one language, by area. A missing area is a compile error. */
export type Messages = { readonly [Area in keyof Areas]: InLanguage<Areas[Area]> };

/** The messages of a language with four plural forms, by area. */
export type SlavicMessages = { readonly [Area in keyof Areas]: InSlavic<Areas[Area]> };

type Functions = { readonly [Area in keyof Areas]: (messages: Areas[Area]) => void };

/** The messages of all areas in one object, as a view asks for them. */
type AllMessages = Functions[keyof Areas] extends (messages: infer All) => void ? All : never;

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: AllMessages };
  }
}
