import type { Scope } from './scopes.js';

/** The fixed facts of one kind of event. */
export interface EventRow {
  /** The entity whose id is the subject of the event. */
  readonly subject: 'Mod' | 'ModVersion' | 'Artifact' | 'UploadSession' | 'User' | 'App' | 'Token';
  /** The condition under which it is written, as a sentence for the documentation. */
  readonly summary: string;
  /** The further scope that an application needs to receive it; absent if it needs none. */
  readonly scope?: Scope;
}

/** The kinds of events in the outbox, to which webhooks can subscribe (Spec 6). */
export const EVENTS = {
  'mod.updated': { subject: 'Mod', summary: 'The catalog entry of a mod has changed.' },
  'version.published': { subject: 'ModVersion', summary: 'A version has been published.' },
  'file.ready': { subject: 'Artifact', summary: 'A file has passed its checks or its review.' },
  'file.failed': {
    subject: 'Artifact',
    summary: 'A file was rejected, or its bytes were found unsafe or corrupt later.',
  },
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

/** All kinds of events, in the order in which the API documents list them. */
export const EVENT_KINDS = Object.keys(EVENTS) as readonly EventKind[];

/**
 * The kind of an event that an owner sends to one subscription to test it. No subscription can
 * select it.
 */
export const TEST_EVENT = 'webhook.test';

/** The kind of an event that a webhook delivery can have. */
export type DeliveredKind = EventKind | typeof TEST_EVENT;

/** The entity whose id is the subject of a delivered event. */
export function subjectOf(kind: DeliveredKind): EventRow['subject'] | 'WebhookSubscription' {
  return kind === TEST_EVENT ? 'WebhookSubscription' : EVENTS[kind].subject;
}

/**
 * The scope that an application needs, besides those for webhooks, to receive an event of a kind.
 * Null if it needs none.
 */
export function scopeOf(kind: DeliveredKind): Scope | null {
  const row: EventRow | null = kind === TEST_EVENT ? null : EVENTS[kind];
  return row?.scope ?? null;
}

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

/** One member of an event's `data`, in JSON Schema. */
interface EventMember {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether every event of the kind has it. */
  readonly always: boolean;
}

const UUID = { type: 'string', format: 'uuid' };
const CODE = { type: 'string', pattern: '^[a-z0-9_]+$' };

const always = (schema: EventMember['schema'], description: string): EventMember => ({
  schema: { ...schema, description },
  always: true,
});
const sometimes = (schema: EventMember['schema'], description: string): EventMember => ({
  schema: { ...schema, description },
  always: false,
});

const mod = { mod_id: always(UUID, 'The mod.') };
const version = { ...mod, version_id: always(UUID, 'The version.') };
const file = { ...version, artifact_id: always(UUID, 'The file.') };
const source = {
  upload_id: sometimes(UUID, 'The upload of the file, unless the file is external.'),
  reference_id: sometimes(UUID, 'The external reference of the file, if the file is external.'),
};

const CATEGORIES = {
  account: true,
  credentials: true,
  applications: true,
  teams: true,
  entitlements: true,
} as const satisfies Record<AccessCategory, true>;

/** The members of `data` for each kind of event, by name. A release may add members (Spec 6). */
export const EVENT_DATA: Readonly<Record<EventKind, Readonly<Record<string, EventMember>>>> = {
  'mod.updated': {
    ...mod,
    fields: sometimes({ type: 'array', items: { type: 'string' } }, 'The changed members.'),
    version_id: sometimes(UUID, 'The changed version, if a version caused the event.'),
  },
  'version.published': {
    ...version,
    artifact_id: always({ ...UUID, type: ['string', 'null'] }, 'The primary file, always set.'),
  },
  'file.ready': {
    ...file,
    ...source,
    sha256: sometimes(
      { type: 'string', pattern: '^[0-9a-f]{64}$' },
      'The SHA-256 of all bytes, in hex.',
    ),
    size_bytes: sometimes({ type: 'integer', format: 'int64', minimum: 1 }, 'The size in bytes.'),
    superseded_artifact_ids: sometimes(
      { type: 'array', items: UUID },
      'The files of the version that this one replaced.',
    ),
  },
  'file.failed': {
    ...file,
    ...source,
    code: sometimes(CODE, 'The error code or the reason of the refusal.'),
  },
  'upload.completed': { upload_id: always(UUID, 'The upload session.'), ...version },
  'scan.completed': {
    upload_id: always(UUID, 'The upload session.'),
    ...file,
    outcome: always(CODE, 'The result of the scan, such as `clean`. It never changes.'),
  },
  'token.changed': {
    token_id: always(UUID, 'The token or key.'),
    change: always(CODE, '`created`, `rotated` or `revoked`; others may follow.'),
    successor_id: sometimes(UUID, 'The token or key that replaces it.'),
  },
  'app.changed': {
    app_id: always(UUID, 'The application.'),
    client_id: always({ type: 'string' }, 'Its OAuth `client_id`.'),
    change: always(CODE, 'The kind of change, such as `updated`, `disabled` or `deleted`.'),
  },
  'account.access.changed': {
    access_revision: always({ type: 'integer', minimum: 1 }, 'Rises with each change.'),
    categories: always(
      { type: 'array', items: { type: 'string', examples: Object.keys(CATEGORIES) } },
      'The changed areas. Read `GET /me` again.',
    ),
  },
};
