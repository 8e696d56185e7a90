/** The secrets of this run. Outputs replace them by `[secret]`. */
export interface Secrets {
  /** Adds a secret. Ignores a text of less than 8 characters. */
  hide(secret: string): void;
  /** The text with `[secret]` in place of each added secret, and of each text in a known form. */
  redact(text: string): string;
}

/** The forms of the tokens and webhook secrets of the service, and of JSON Web Tokens. */
const KNOWN =
  /\b(?:mpat|mfak|mfoc|whsec)_[A-Za-z0-9_-]{8,}|\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g;
const SHOWN = '[secret]';

/** Creates an empty list. Texts in the form of a known token are hidden without `hide`. */
export function createSecrets(): Secrets {
  const hidden = new Set<string>();
  return {
    hide(secret) {
      // A shorter text would be found in harmless ones.
      if (secret.length >= 8) hidden.add(secret);
    },
    redact(text) {
      let shown = text;
      for (const secret of hidden) shown = shown.replaceAll(secret, SHOWN);
      return shown.replace(KNOWN, SHOWN);
    },
  };
}
