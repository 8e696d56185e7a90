/** Characters that no shell interprets. */
const PLAIN = /^[\w.+:/@-]+$/;

/**
 * Characters without effect in double quotes, in POSIX shells, PowerShell and cmd. PowerShell
 * removes the quotes before it starts a batch file, so those that cmd interprets are missing.
 */
const QUOTABLE = /^[\p{Lu}\p{Ll}\p{Lo}\p{Nd} \w.+:/@,=#()[\]-]+$/u;

/**
 * A text as one word of a shell command that people copy, quoted if necessary. Null if no form is
 * safe in all of POSIX shells, PowerShell and cmd.
 */
export function shellWord(text: string): string | null {
  if (PLAIN.test(text)) return text;
  return QUOTABLE.test(text) ? `"${text}"` : null;
}
