import type { Scope } from './scopes.js';

/** The fixed facts of one kind of event. */
export interface EventRow {
  /** The entity whose id is the subject of the event. */
  readonly subject: 'Mod' | 'ModVersion' | 'Artifact' | 'UploadSession' | 'User' | 'App' | 'Token';
  /** The condition under which it is written, as a sentence for the documentation. */
  readonly summary: string;
  /** The scope that an application also needs to receive it: the one that reads its subject. */
  readonly scope?: Scope;
}

/** The kinds of events in the outbox, to which webhooks can subscribe (Spec 6). */
export const EVENTS = {
  'mod.updated': { subject: 'Mod', summary: 'The catalog entry of a mod has changed.' },
  'version.published': { subject: 'ModVersion', summary: 'A version has been published.' },
  'file.ready': { subject: 'Artifact', summary: 'A file has passed its checks or its review.' },
  'file.failed': { subject: 'Artifact', summary: 'A file has been rejected.' },
  'upload.completed': { subject: 'UploadSession', summary: 'All bytes of an upload have arrived.' },
  'scan.completed': { subject: 'UploadSession', summary: 'A scan has ended; its result is final.' },
  'token.changed': {
    subject: 'Token',
    summary: 'A token or key was created, rotated or revoked.',
    scope: 'credentials:manage',
  },
  'app.changed': {
    subject: 'App',
    summary: 'An application was changed, disabled or deleted.',
    scope: 'account:read',
  },
  'account.access.changed': {
    subject: 'User',
    summary: 'The access rights of an account have changed.',
  },
} as const satisfies Readonly<Record<string, EventRow>>;

/** The kind of an event, in its row and in webhook bodies. */
export type EventKind = keyof typeof EVENTS;

/** Returns whether a text is a kind of event, for subscriptions. */
export function isEventKind(text: string): text is EventKind {
  return Object.hasOwn(EVENTS, text);
}

/**
 * The categories of an `account.access.changed` event (Spec 6):
 * - account: its state and its role
 * - credentials: its tokens and keys
 * - applications: its OAuth applications
 * - teams: its teams
 * - entitlements: its rights to download
 */
export type AccessCategory = 'account' | 'credentials' | 'applications' | 'teams' | 'entitlements';
