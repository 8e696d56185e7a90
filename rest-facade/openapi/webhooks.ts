import { EVENT_DATA, EVENT_KINDS, EVENTS, type EventKind } from '../../src/registry/events.js';
import { LIMITS } from '../../src/registry/limits.js';
import { type Components, objectOf, type Schema } from './components.js';

const UUID = { type: 'string', format: 'uuid' };

const SIGNATURE =
  `One or two signatures, separated by a comma: \`v1=\` and, in hex, the HMAC-SHA256 of
\`X-Service-Timestamp\`, a dot and the body as it came. The key is the whole secret, \`whsec_\` included. There are two
for ${LIMITS.webhookRotationOverlapSeconds / 3600} hours after a rotation; one that fits is enough.`.replaceAll(
    '\n',
    ' ',
  );

/** The headers of every delivery (Spec 6). */
const HEADERS: readonly (readonly [string, string, Schema])[] = [
  [
    'X-Service-Signature',
    SIGNATURE,
    { type: 'string', pattern: '^v1=[0-9a-f]{64}(,v1=[0-9a-f]{64})?$' },
  ],
  [
    'X-Service-Timestamp',
    `When the attempt was signed, in Unix seconds. Refuse one that differs from the time by more than ${LIMITS.webhookToleranceSeconds} seconds.`,
    { type: 'string', pattern: '^[0-9]+$' },
  ],
  ['X-Service-Delivery-Id', 'The delivery, the same at each attempt.', UUID],
];

/** The `webhooks` of the document: one request to the receiver for each kind of event, by kind. */
export function webhooksOf(components: Components): Record<string, Schema> {
  return Object.fromEntries(
    EVENT_KINDS.map((kind) => [kind, { post: deliveryOf(kind, components) }]),
  );
}

function deliveryOf(kind: EventKind, components: Components): Schema {
  const name = componentName(kind);
  const schema = components.ref(name, `event ${kind}`, () => eventSchema(kind, components));
  return {
    operationId: `receive${name}`,
    tags: ['webhooks'],
    summary: EVENTS[kind].summary,
    description:
      'Sent to the `url` of each subscription that names this kind, at least once and in any order. ' +
      'Check the signature, remember `event_id`, and respond with 2xx within ' +
      `${LIMITS.webhookResponseSeconds} seconds.`,
    parameters: HEADERS.map(([header, description, value]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: value,
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': {
        description: 'Accepted. Any other response is a failure, and the service tries again.',
      },
    },
  };
}

/** `VersionPublishedEvent` for `version.published`. */
function componentName(kind: EventKind): string {
  const words = kind.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** The body of a delivery, as `eventBody` writes it. */
function eventSchema(kind: EventKind, components: Components): Schema {
  const { subject, summary } = EVENTS[kind];
  return {
    description: `${summary} New members may be added.`,
    type: 'object',
    properties: {
      spec_version: { type: 'string', description: 'The version of this envelope.' },
      event_id: { ...UUID, description: 'The id of the event, equal in all its deliveries.' },
      delivery_id: { ...UUID, description: 'The id of the delivery.' },
      type: { type: 'string', const: kind, description: 'The kind of the event.' },
      version: { type: 'integer', description: 'The version of the format of `data`.' },
      occurred_at: {
        type: 'string',
        format: 'date-time',
        description:
          'When the change that caused the event was made, in UTC; the same at each attempt. Deliveries may arrive in another order.',
      },
      subject: {
        ...components.ref(`${subject}Subject`, `subject ${subject}`, () => subjectSchema(subject)),
        description: 'The entity that the event is about. Read it for its present state.',
      },
      data: {
        ...components.ref(`${componentName(kind)}Data`, `data of ${kind}`, () => dataSchema(kind)),
        description: 'The facts of the event: ids, states and codes, no secrets.',
      },
    },
    required: [
      'spec_version',
      'event_id',
      'delivery_id',
      'type',
      'version',
      'occurred_at',
      'subject',
      'data',
    ],
    additionalProperties: true,
  };
}

function subjectSchema(subject: string): Schema {
  return objectOf({
    type: { type: 'string', const: subject, description: 'The type of the entity.' },
    id: { ...UUID, description: 'The id of the entity.' },
    mod_id: {
      type: ['string', 'null'],
      format: 'uuid',
      description:
        'The mod of the entity, or the mod itself. Null for an entity that belongs to no mod.',
    },
  });
}

function dataSchema(kind: EventKind): Schema {
  const members = Object.entries(EVENT_DATA[kind]);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
    required: members.filter(([, { always }]) => always).map(([name]) => name),
    additionalProperties: true,
  };
}
