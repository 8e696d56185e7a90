import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RegisteredError } from '../../src/registry/errors.js';
import {
  isFinal,
  LEGACY_UPLOAD_STATUS,
  LIFECYCLES,
  type Lifecycle,
  lifecycle,
  next,
  SCAN_STATUS,
  sources,
} from '../../src/registry/states.js';
import {
  ENTITY_FACTS,
  LEGACY_UPLOAD_FACTS,
  SCAN_STATUS_FACTS,
  STATE_FACTS,
} from '../contract/facts.js';

const cycles: [string, Lifecycle<string, string>][] = [
  ...Object.entries<Lifecycle<string, string>>(LIFECYCLES),
  ['scanStatus', SCAN_STATUS],
];

const ENUMS: Readonly<Record<string, string>> = {
  game: 'GameState',
  mod: 'ModState',
  modVersion: 'VersionState',
  artifact: 'ArtifactState',
  blob: 'BlobState',
  uploadSession: 'UploadState',
  downloadGrant: 'GrantState',
  user: 'UserState',
  team: 'TeamState',
  dependency: 'DependencyState',
  job: 'JobState',
  webhookSubscription: 'WebhookState',
  webhookDelivery: 'DeliveryState',
  scanStatus: 'ScanStatus',
};

describe('the lifecycles', () => {
  it('lifecycles exist for exactly the thirteen entities', () => {
    expect(Object.keys(LIFECYCLES).toSorted()).toEqual(ENTITY_FACTS.split(' ').toSorted());
  });

  it.each(Object.entries(STATE_FACTS))(
    'the lifecycle has the states of the contract: %s',
    (entity, states) => {
      const cycle = new Map(cycles).get(entity);
      const named = cycle?.states.filter((state) => state !== 'deleted');
      expect(named?.toSorted()).toEqual(states.split(' ').toSorted());
    },
  );

  it('the scan status has the states of the contract', () => {
    expect(SCAN_STATUS.states.toSorted()).toEqual(SCAN_STATUS_FACTS.split(' ').toSorted());
  });

  const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');

  it.each(cycles)('the lifecycle has the states of the database enum: %s', (entity, cycle) => {
    const [, body = ''] =
      new RegExp(`^enum ${ENUMS[entity]} \\{([^}]*)\\}`, 'm').exec(schema) ?? [];
    expect(body.trim().split(/\s+/)).toEqual(cycle.states);
  });

  it.each(cycles)(
    'the lifecycle has the initial state of the database default: %s',
    (entity, cycle) => {
      const column = new RegExp(`\\s${ENUMS[entity]}\\s+@default\\((\\w+)\\)`).exec(schema);
      expect(column?.[1]).toBe(cycle.initial);
    },
  );

  it.each(cycles)(
    'the lifecycle refuses every event that a state does not list: %s',
    (_, cycle) => {
      for (const [event, { from, to, refuse }] of Object.entries(cycle.events)) {
        for (const state of cycle.states) {
          if (from.includes(state)) expect(next(cycle, state, event)).toBe(to);
          else expect(() => next(cycle, state, event)).toThrow(refuse);
        }
      }
    },
  );

  it.each(cycles)('the lifecycle refuses an event of another state with 409: %s', (_, cycle) => {
    for (const [event, { from }] of Object.entries(cycle.events)) {
      const elsewhere = cycle.states.find((state) => !from.includes(state));
      if (elsewhere === undefined) continue;
      expect(statusOf(() => next(cycle, elsewhere, event))).toBe(409);
    }
  });

  it('lifecycles refuse with the promised codes', () => {
    expect(() => next(LIFECYCLES.modVersion, 'draft', 'publish')).toThrow('version_not_ready');
    expect(() => next(LIFECYCLES.uploadSession, 'ready', 'abort')).toThrow('session_not_abortable');
    expect(() => next(LIFECYCLES.uploadSession, 'draft', 'complete')).toThrow(
      'session_not_uploading',
    );
  });

  it('supersede applies to a ready, failed or quarantined upload and to no other', () => {
    expect(sources(LIFECYCLES.uploadSession, 'supersede')).toEqual([
      'ready',
      'failed',
      'quarantined',
    ]);
    expect(() => next(LIFECYCLES.uploadSession, 'published', 'supersede')).toThrow(
      'invalid_state_transition',
    );
  });

  it('remove applies to a ready upload and to no other', () => {
    expect(sources(LIFECYCLES.uploadSession, 'remove')).toEqual(['ready']);
    expect(() => next(LIFECYCLES.uploadSession, 'published', 'remove')).toThrow('invalid_state');
  });

  it('no scanner event moves an upload out of quarantine', () => {
    const exits = Object.entries(LIFECYCLES.uploadSession.events)
      .filter(([, { from }]) => (from as readonly string[]).includes('quarantined'))
      .map(([event]) => event);
    expect(exits).toEqual(['approve', 'refuse', 'abort', 'supersede']);
    // A newer file cancels the quarantined one and does not release it.
    expect(next(LIFECYCLES.uploadSession, 'quarantined', 'supersede')).toBe('cancelled');
  });

  it('sources() returns a new list on each call', () => {
    const list = sources(LIFECYCLES.modVersion, 'withdraw');
    list.pop();
    expect(sources(LIFECYCLES.modVersion, 'withdraw')).toEqual(['published', 'archived']);
  });

  it('isFinal() is true only for final states', () => {
    expect(isFinal(LIFECYCLES.job, 'failed')).toBe(true);
    expect(isFinal(LIFECYCLES.job, 'processing')).toBe(false);
  });
});

describe('lifecycle()', () => {
  const sound = {
    states: ['a', 'b'],
    initial: 'a',
    final: ['b'],
    events: { go: { from: ['a'], to: 'b' } },
  } as const;

  it('lifecycle() accepts a valid declaration', () => {
    expect(lifecycle(sound).events.go.refuse).toBe('invalid_state_transition');
  });

  it.each([
    ['c cannot be reached', { states: ['a', 'b', 'c'] }],
    ['b is a dead end', { final: [] }],
    ['a is final but left', { final: ['a', 'b'] }],
    ['states are named twice', { states: ['a', 'b', 'b'] }],
    ['go starts nowhere', { events: { go: { from: [], to: 'b' } } }],
  ])('lifecycle() throws if %s', (message, broken) => {
    expect(() => lifecycle<string, string>({ ...sound, ...broken })).toThrow(message);
  });
});

describe('names for old clients', () => {
  it('the legacy status of an upload is that of the contract', () => {
    const pairs = Object.entries(LEGACY_UPLOAD_STATUS).map((pair) => pair.join('='));
    expect(pairs.join(' ')).toBe(LEGACY_UPLOAD_FACTS);
  });
});

function statusOf(act: () => unknown): number | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof RegisteredError) return error.status;
    throw error;
  }
}
