import { tooManyOf, type Visit } from '../kit/index.js';

/** The error with which a form is shown again, and the status and headers of the response. */
export interface Fault {
  readonly fault?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Evaluates a guess. Returns null if it was right, else the error for the form. Throws errors other
 * than rate limits.
 */
export async function faultOf(
  { locale }: Visit,
  wrong: string,
  guess: () => Promise<boolean>,
): Promise<Fault | null> {
  try {
    return (await guess()) ? null : { fault: wrong, status: 422 };
  } catch (error) {
    const { text, ...more } = tooManyOf(error, locale);
    return { fault: text, ...more };
  }
}
