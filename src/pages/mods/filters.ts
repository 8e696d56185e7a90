import { type Html, html } from '../../platform/html/html.js';
import { problem, RegisteredError } from '../../registry/errors.js';
import { isId, lowerCaseId } from '../../request/ids.js';
import { errorNote, messagePage, type PageReply, type Visit } from '../kit/index.js';

/** An id in the path, in lower case. Throws `not_found` for any other text. */
export function idIn({ req }: Visit, name: string): string {
  const id = lowerCaseId(String(req.params[name]));
  if (!isId(id)) throw problem('not_found');
  return id;
}

/** A parameter of the query, or null if it is missing, empty or repeated. */
export function filterIn({ query }: Visit, name: string): string | null {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the value that a text names, or null for any other text. */
export function oneOf<T extends string>(values: readonly T[], text: string | null): T | null {
  return values.find((value) => value === text) ?? null;
}

/** A page in place of a list whose address asks for something impossible. */
interface WayBack {
  readonly title: string;
  /** The text that says what to do. The text of the error, if it has its own, replaces it. */
  readonly why: string;
  /** The page that always works. */
  readonly to: string;
  readonly label: string;
}

/** Shows a page that leads back if `work` throws a registered error of status 400 or 422. */
export async function orWayBack(
  visit: Visit,
  back: WayBack,
  work: () => Promise<PageReply>,
): Promise<PageReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RegisteredError)) throw error;
    const { code, status, detail } = error;
    if (status !== 400 && status !== 422) throw error;
    const why = detail?.[visit.locale] ?? back.why;
    return wayBack(visit, { ...back, why }, { code, status });
  }
}

/** A page that says what is wrong with an address, and where to go on. */
export function wayBack(
  visit: Visit,
  { title, why, to, label }: WayBack,
  { code, status }: Pick<RegisteredError, 'code' | 'status'> = problem('invalid_input'),
): PageReply {
  return messagePage({
    icon: 'search',
    title,
    status,
    text: html`<p>${why}</p>`,
    links: [[to, label]],
    note: errorNote(visit, code),
  });
}

/**
 * Names as options of `select`. Includes a chosen name that is not among them, so that visitors see
 * it and can choose another one.
 */
export function optionsOf(
  names: readonly string[],
  chosen: string | null,
): (readonly [value: string, label: string])[] {
  return [...new Set([...names, ...(chosen === null ? [] : [chosen])])].map((it) => [it, it]);
}

/** A drop-down field of a GET form, whose values become parameters of the address. */
export function select(options: {
  readonly name: string;
  readonly label: string;
  readonly chosen: string | null;
  /** The text of the option without a value, if there is one. */
  readonly any?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}): Html {
  const { name, label, chosen, any, options: all } = options;
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">
${any !== undefined && html`<option value="">${any}</option>\n`}${all.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>\n`)}</select></div>
`;
}
