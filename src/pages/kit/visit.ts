import type { Request, Response } from 'express';
import type { Html } from '../../platform/html/html.js';
import type { Locale } from '../../registry/error-texts.js';
import type { RequestContext } from '../../request/context.js';
import type { UserViewer } from '../../request/viewer.js';
import type { Fields } from './fields.js';

/** One request to a page: who asks, in which language, and what they filled in. */
export interface Visit {
  /** Runs operations and verbs as the visitor. */
  readonly ctx: RequestContext;
  /** Who is signed in; `requireUser(visit.ctx)` gives the same where the page needs somebody. */
  readonly user: UserViewer | null;
  readonly locale: Locale;
  /** What a form sent; empty for a page. */
  readonly fields: Fields;
  /** The key that an earlier answer left with `seeOther`, to be told once; null where none did. */
  readonly notice: string | null;
  /** The path on this origin that the query's `next` names; null where it names none. */
  readonly next: string | null;
  /** The path and query of this page. */
  readonly path: string;
  /** The value of the hidden field that every form carries; `form` writes it. */
  formToken(): string;
  /** For what speaks HTTP itself, such as an OAuth library. */
  readonly req: Request;
  readonly res: Response;
}

/** What a page needs of its visitor before its handler is asked. */
export interface Needs {
  /** Somebody signed in; others are led to the sign-in page and back. */
  readonly signIn?: boolean;
  /** A second factor proved a short while ago; others are led to the step-up page and back. */
  readonly stepUp?: boolean;
  /** Where they come back to; without it, to this address. For forms that have no page of their own. */
  readonly back?: string;
}

/** A document to show. */
export interface Shown {
  readonly kind: 'shown';
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** How wide the content may grow: a form, a text, or a table. A text where nothing is said. */
  readonly width?: 'narrow' | 'wide';
  /** Where the forms of the page may lead beyond this origin, as sources of the policy. */
  readonly formAction?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  /** Where a browser goes on by itself, at once. */
  readonly goOn?: string;
}

/** Another page to go to, after a form was done (Post/Redirect/Get). */
export interface Moved {
  readonly kind: 'moved';
  readonly to: string;
  /** A key that the page there reads as `visit.notice`, once. */
  readonly notice?: string;
  readonly cookies?: readonly string[];
}

/** How a handler answers; null where it has answered by itself, through `visit.res`. */
export type Reply = Shown | Moved | null;

/** Answers a visit. What it throws, the visitor reads as a page. */
export type Handler = (visit: Visit) => Reply | Promise<Reply>;

/** Headers of a page that shows a secret: no proxy compresses it either, which would tell of its content. */
export const SECRET_HEADERS = { 'Cache-Control': 'private, no-store, no-transform' } as const;

/** Shows a document. */
export function show(page: Omit<Shown, 'kind'>): Shown {
  return { kind: 'shown', ...page };
}

/** Leads to a path of this origin with status 303. */
export function seeOther(to: string, more: Omit<Moved, 'kind' | 'to'> = {}): Moved {
  return { kind: 'moved', to, ...more };
}
