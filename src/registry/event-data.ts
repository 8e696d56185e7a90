import type { AccessCategory, EventKind } from './events.js';

/** One member of an event's `data`, in JSON Schema. */
export interface EventMember {
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
  upload_id: sometimes(UUID, 'The upload that brought the file, if one did.'),
  reference_id: sometimes(UUID, 'The external reference that the file is, if it is one.'),
};

const CATEGORIES = {
  account: true,
  credentials: true,
  applications: true,
  teams: true,
  entitlements: true,
} as const satisfies Record<AccessCategory, true>;

/** The members of `data` for each kind of event. A release may add members (Spec 6). */
export const EVENT_DATA: Readonly<Record<EventKind, Readonly<Record<string, EventMember>>>> = {
  'mod.updated': {
    ...mod,
    fields: sometimes({ type: 'array', items: { type: 'string' } }, 'The changed members.'),
    version_id: sometimes(UUID, 'The version whose change it is.'),
  },
  'version.published': {
    ...version,
    artifact_id: always({ ...UUID, type: ['string', 'null'] }, 'The primary file.'),
  },
  'file.ready': {
    ...file,
    ...source,
    sha256: sometimes({ type: 'string', pattern: '^[0-9a-f]{64}$' }, 'Of all bytes, in hex.'),
    size_bytes: sometimes({ type: 'integer', format: 'int64', minimum: 1 }, 'In bytes.'),
    superseded_artifact_ids: sometimes(
      { type: 'array', items: UUID },
      'The files of the version that this one replaced.',
    ),
  },
  'file.failed': {
    ...file,
    ...source,
    code: sometimes(CODE, 'The error code, or the reason, of the refusal.'),
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
    change: always(CODE, 'What happened, such as `updated`, `disabled` or `deleted`.'),
  },
  'account.access.changed': {
    access_revision: always({ type: 'integer', minimum: 1 }, 'Rises with each change.'),
    categories: always(
      { type: 'array', items: { type: 'string', examples: Object.keys(CATEGORIES) } },
      'What changed; read `GET /me` again.',
    ),
  },
};
