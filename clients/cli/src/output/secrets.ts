/** Replaces secrets in texts that are shown. */
export interface Secrets {
  /** Adds a text for `redact`. Ignores one of less than 8 characters. */
  hide(secret: string): void;
  /** The text with `[secret]` in place of each secret. */
  redact(text: string): string;
}

/** The forms of tokens of the service, and of the tokens of a CI. */
const KNOWN =
  /\b(?:mpat|mfak|mfoc|whsec)_[A-Za-z0-9_-]{8,}|\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g;
const SHOWN = '[secret]';

/** Creates an empty list of secrets. Known forms of tokens are always hidden. */
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
