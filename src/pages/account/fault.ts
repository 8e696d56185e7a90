import { tooManyOf, type Visit } from '../kit/index.js';

/** What a form is shown with again: what was wrong, and how the answer tells it. */
export interface Fault {
  readonly fault?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What became of a guess: null where it was right; throws what is no matter of guessing. */
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
