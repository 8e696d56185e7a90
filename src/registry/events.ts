import type { Scope } from './scopes.js';

/** What is fixed about one kind of event. */
export interface EventRow {
  /** The entity whose id is the subject of the event. */
  readonly subject: 'Mod' | 'ModVersion' | 'Artifact' | 'UploadSession' | 'User' | 'App' | 'Token';
  /** When it is written, in a sentence for the documentation. */
  readonly summary: string;
  /** What an application needs besides to be told of it: the scope that reads its subject. */
  readonly scope?: Scope;
}

/** The kinds of events that are written to the outbox and that webhooks may ask for (Spec 6). */
export const EVENTS = {
  'mod.updated': { subject: 'Mod', summary: 'The catalog entry of a mod has changed.' },
  'version.published': { subject: 'ModVersion', summary: 'A version has been published.' },
  'file.ready': { subject: 'Artifact', summary: 'A file has passed its checks or its review.' },
  'file.failed': { subject: 'Artifact', summary: 'A file has been refused.' },
  'upload.completed': { subject: 'UploadSession', summary: 'All bytes of an upload are here.' },
  'scan.completed': { subject: 'UploadSession', summary: 'A scan has ended; its result is final.' },
  'token.changed': {
    subject: 'Token',
    summary: 'A token or key was made, rotated or revoked.',
    scope: 'credentials:manage',
  },
  'app.changed': {
    subject: 'App',
    summary: 'An application was changed, disabled or deleted.',
    scope: 'account:read',
  },
  'account.access.changed': { subject: 'User', summary: 'What an account may reach has changed.' },
} as const satisfies Readonly<Record<string, EventRow>>;

/** The kind of an event, as its row and its webhook body name it. */
export type EventKind = keyof typeof EVENTS;

/** Whether a text names a kind of event, for subscriptions. */
export function isEventKind(text: string): text is EventKind {
  return Object.hasOwn(EVENTS, text);
}

/**
 * What about an account's reach an `account.access.changed` says has changed (Spec 6): whether
 * and in which role it may act, its tokens and keys, its applications, its teams, its rights to download.
 */
export type AccessCategory = 'account' | 'credentials' | 'applications' | 'teams' | 'entitlements';
