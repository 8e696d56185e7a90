import { type ErrorCode, isErrorCode, problem } from './errors.js';

/**
 * One event of a lifecycle: its source states, its target state, and the error in any other state.
 */
export interface Transition<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  readonly refuse: ErrorCode;
}

/** The states of an entity and the only transitions between them. */
export interface Lifecycle<State extends string, Event extends string> {
  readonly states: readonly State[];
  readonly initial: State;
  /** States that no event leaves. An event may have a final state as both source and target. */
  readonly final: readonly State[];
  readonly events: Readonly<Record<Event, Transition<State>>>;
}

interface Declaration<State extends string, Event extends string> {
  readonly states: readonly State[];
  readonly initial: NoInfer<State>;
  readonly final?: readonly NoInfer<State>[];
  readonly events: Readonly<
    Record<
      Event,
      {
        readonly from: readonly NoInfer<State>[];
        readonly to: NoInfer<State>;
        readonly refuse?: ErrorCode;
      }
    >
  >;
}

/**
 * Declares a lifecycle. Events without their own error code use `invalid_state_transition`. Throws
 * at import, so that no process runs with a broken lifecycle, if
 * - a state or an event's source is listed twice, or an event has no source
 * - a state is unreachable, a final one has a way out, or another one has none
 * - an error code is not registered
 */
export function lifecycle<const State extends string, Event extends string>(
  declaration: Declaration<State, Event>,
): Lifecycle<State, Event> {
  const { states, initial, final = [] } = declaration;
  const events = Object.fromEntries(
    Object.entries<Declaration<State, Event>['events'][Event]>(declaration.events).map(
      ([name, event]) => [name, { refuse: 'invalid_state_transition', ...event }],
    ),
  ) as Record<Event, Transition<State>>;
  assertSound({ states, initial, final, events });
  return { states, initial, final, events };
}

function assertSound(cycle: Lifecycle<string, string>): void {
  const transitions = Object.entries(cycle.events);
  assertUnique('states', cycle.states);
  for (const [name, { from, refuse }] of transitions) {
    assertUnique(`sources of ${name}`, from);
    if (from.length === 0) throw new Error(`${name} starts nowhere`);
    if (!isErrorCode(refuse)) throw new Error(`${name} is refused with an unregistered code`);
  }
  const reached = new Set([cycle.initial]);
  for (const _ of cycle.states) {
    for (const [, { from, to }] of transitions)
      if (from.some((it) => reached.has(it))) reached.add(to);
  }
  for (const state of cycle.states) {
    if (!reached.has(state)) throw new Error(`${state} cannot be reached`);
    const isLeft = transitions.some(([, { from, to }]) => from.includes(state) && to !== state);
    const ends = cycle.final.includes(state);
    if (isLeft === ends) throw new Error(`${state} is ${ends ? 'final but left' : 'a dead end'}`);
  }
}

function assertUnique(what: string, names: readonly string[]): void {
  if (new Set(names).size !== names.length) throw new Error(`${what} are named twice`);
}

/**
 * Returns the state after an event. Throws the event's error (`refuse`) if `state` is not one of
 * its sources (Spec 2.1).
 */
export function next<State extends string, Event extends string>(
  cycle: Lifecycle<State, Event>,
  state: NoInfer<State>,
  event: NoInfer<Event>,
): State {
  const { from, to, refuse } = cycle.events[event];
  if (!from.includes(state)) throw problem(refuse, { log: `${event} from ${state}` });
  return to;
}

/**
 * The states in which an event is allowed, for the WHERE of a guarded update. So only one of two
 * concurrent writers succeeds.
 */
export function sources<State extends string, Event extends string>(
  cycle: Lifecycle<State, Event>,
  event: NoInfer<Event>,
): State[] {
  return [...cycle.events[event].from];
}

/** Returns whether a state is final. */
export function isFinal<State extends string, Event extends string>(
  cycle: Lifecycle<State, Event>,
  state: NoInfer<State>,
): boolean {
  return cycle.final.includes(state);
}

/** The lifecycles of the thirteen entities (Spec 2.1, 3). The database has an enum for each. */
export const LIFECYCLES = {
  game: lifecycle({
    states: ['active', 'archived', 'deleted'],
    initial: 'active',
    final: ['deleted'],
    events: {
      archive: { from: ['active'], to: 'archived' },
      restore: { from: ['archived'], to: 'active' },
      delete: { from: ['active', 'archived'], to: 'deleted' },
    },
  }),

  mod: lifecycle({
    states: ['draft', 'published', 'hidden', 'archived', 'deleted'],
    initial: 'draft',
    final: ['deleted'],
    events: {
      /** After the first publication, a mod has the best state of its versions. */
      publish: { from: ['draft', 'hidden', 'archived', 'published'], to: 'published' },
      archive: { from: ['hidden', 'published', 'archived'], to: 'archived' },
      hide: { from: ['published', 'archived', 'hidden'], to: 'hidden' },
      delete: { from: ['draft', 'published', 'hidden', 'archived'], to: 'deleted' },
    },
  }),

  modVersion: lifecycle({
    states: [
      'draft',
      'validating',
      'scanning',
      'ready',
      'published',
      'archived',
      'withdrawn',
      'failed',
      'deleted',
    ],
    initial: 'draft',
    final: ['deleted'],
    events: {
      validate: { from: ['draft', 'failed'], to: 'validating' },
      scan: { from: ['validating'], to: 'scanning' },
      /** A ready version stays ready when a newer file replaces its file. */
      accept: { from: ['scanning', 'ready'], to: 'ready' },
      reject: { from: ['validating', 'scanning'], to: 'failed' },
      /** Its upload was cancelled. */
      reset: { from: ['validating', 'scanning'], to: 'draft' },
      publish: { from: ['ready'], to: 'published', refuse: 'version_not_ready' },
      archive: { from: ['published'], to: 'archived' },
      withdraw: { from: ['published', 'archived'], to: 'withdrawn' },
      restore: { from: ['archived', 'withdrawn'], to: 'published' },
      delete: {
        from: [
          'draft',
          'validating',
          'scanning',
          'ready',
          'published',
          'archived',
          'withdrawn',
          'failed',
        ],
        to: 'deleted',
      },
    },
  }),

  artifact: lifecycle({
    states: ['pending', 'ready', 'published', 'archived', 'withdrawn', 'rejected', 'deleted'],
    initial: 'pending',
    final: ['rejected', 'deleted'],
    events: {
      accept: { from: ['pending'], to: 'ready', refuse: 'file_not_ready' },
      reject: { from: ['pending'], to: 'rejected' },
      publish: { from: ['ready'], to: 'published', refuse: 'file_not_ready' },
      archive: { from: ['published'], to: 'archived' },
      withdraw: { from: ['published', 'archived'], to: 'withdrawn' },
      restore: { from: ['archived', 'withdrawn'], to: 'published' },
      delete: { from: ['pending', 'ready', 'published', 'archived', 'withdrawn'], to: 'deleted' },
    },
  }),

  blob: lifecycle({
    states: ['sealed', 'unsafe', 'deleted', 'corrupt'],
    initial: 'sealed',
    events: {
      /** Also of corrupt bytes, so that no copy of them makes them available again. */
      condemn: { from: ['sealed', 'corrupt'], to: 'unsafe' },
      clear: { from: ['unsafe'], to: 'sealed' },
      /**
       * An admin clears an unused blob. It is removed, or already was, and may be uploaded
       * again.
       */
      clearIdle: { from: ['unsafe'], to: 'deleted' },
      /** The store returned other bytes or none. No file offers this blob any more. */
      quarantine: { from: ['sealed'], to: 'corrupt' },
      /** The store has the right bytes again, verified by a read. A scan never does this. */
      restore: { from: ['corrupt'], to: 'sealed' },
      /**
       * An unsafe blob stays unsafe after its bytes are removed, so that a new upload of them is
       * rejected.
       */
      collect: { from: ['sealed', 'corrupt'], to: 'deleted' },
      /** The same bytes are uploaded again. */
      revive: { from: ['deleted'], to: 'sealed' },
    },
  }),

  uploadSession: lifecycle({
    states: [
      'draft',
      'uploading',
      'uploaded',
      'validating',
      'scanning',
      'quarantined',
      'ready',
      'published',
      'failed',
      'cancelled',
    ],
    initial: 'draft',
    final: ['published', 'cancelled'],
    events: {
      open: { from: ['draft'], to: 'uploading' },
      complete: { from: ['uploading'], to: 'uploaded', refuse: 'session_not_uploading' },
      validate: { from: ['uploaded'], to: 'validating', refuse: 'session_not_uploaded' },
      scan: { from: ['validating'], to: 'scanning' },
      accept: { from: ['scanning'], to: 'ready' },
      reject: { from: ['uploaded', 'validating', 'scanning'], to: 'failed' },
      quarantine: {
        from: ['draft', 'uploading', 'uploaded', 'validating', 'scanning'],
        to: 'quarantined',
      },
      approve: { from: ['quarantined'], to: 'ready' },
      refuse: { from: ['quarantined'], to: 'failed' },
      publish: { from: ['ready'], to: 'published' },
      abort: {
        from: ['draft', 'uploading', 'uploaded', 'validating', 'scanning', 'quarantined'],
        to: 'cancelled',
        refuse: 'session_not_abortable',
      },
      expire: { from: ['draft', 'uploading'], to: 'cancelled' },
      /** A newer upload of the same file became ready. */
      supersede: { from: ['ready', 'failed', 'quarantined'], to: 'cancelled' },
      /** The team of the mod removed the file from a version that was never published. */
      remove: { from: ['ready'], to: 'cancelled', refuse: 'invalid_state' },
    },
  }),

  downloadGrant: lifecycle({
    states: ['waiting', 'active', 'completed', 'expired', 'revoked'],
    /** A job exists before it has a slot: a caller who must wait retries with its id. */
    initial: 'waiting',
    final: ['completed', 'revoked'],
    events: {
      /** The durable job continues, even if its grant has expired meanwhile. */
      admit: { from: ['waiting', 'active', 'expired'], to: 'active' },
      /** No slot is free, or the byte quota is used up. */
      wait: { from: ['waiting', 'expired'], to: 'waiting' },
      /** The download is complete. A repeated download needs a new job. */
      complete: { from: ['waiting', 'active', 'completed', 'expired'], to: 'completed' },
      expire: { from: ['waiting', 'active'], to: 'expired' },
      revoke: { from: ['waiting', 'active'], to: 'revoked' },
    },
  }),

  user: lifecycle({
    states: ['active', 'blocked', 'deleted'],
    initial: 'active',
    final: ['deleted'],
    events: {
      block: { from: ['active'], to: 'blocked' },
      unblock: { from: ['blocked'], to: 'active' },
      delete: { from: ['active', 'blocked'], to: 'deleted' },
    },
  }),

  team: lifecycle({
    states: ['active', 'deleted'],
    initial: 'active',
    final: ['deleted'],
    events: { delete: { from: ['active'], to: 'deleted' } },
  }),

  dependency: lifecycle({
    states: ['active', 'removed'],
    initial: 'active',
    final: ['removed'],
    events: { remove: { from: ['active'], to: 'removed' } },
  }),

  job: lifecycle({
    states: ['queued', 'processing', 'succeeded', 'rejected', 'failed', 'cancelled'],
    initial: 'queued',
    final: ['succeeded', 'rejected', 'failed', 'cancelled'],
    events: {
      claim: { from: ['queued'], to: 'processing' },
      retry: { from: ['processing'], to: 'queued' },
      succeed: { from: ['processing'], to: 'succeeded' },
      reject: { from: ['processing'], to: 'rejected' },
      fail: { from: ['processing'], to: 'failed' },
      cancel: { from: ['queued', 'processing'], to: 'cancelled' },
    },
  }),

  webhookSubscription: lifecycle({
    states: ['active', 'disabled', 'deleted'],
    initial: 'active',
    final: ['deleted'],
    events: {
      disable: { from: ['active'], to: 'disabled' },
      enable: { from: ['disabled'], to: 'active' },
      delete: { from: ['active', 'disabled'], to: 'deleted' },
    },
  }),

  /** A manual redelivery creates a new delivery, so an exhausted one stays unchanged (Spec 6). */
  webhookDelivery: lifecycle({
    states: ['pending', 'delivering', 'succeeded', 'retrying', 'exhausted', 'cancelled'],
    initial: 'pending',
    final: ['succeeded', 'exhausted', 'cancelled'],
    events: {
      /** Also repeats an attempt whose worker was killed. */
      attempt: { from: ['pending', 'retrying', 'delivering'], to: 'delivering' },
      succeed: { from: ['delivering'], to: 'succeeded' },
      retry: { from: ['delivering'], to: 'retrying' },
      exhaust: { from: ['delivering'], to: 'exhausted' },
      cancel: { from: ['pending', 'delivering', 'retrying'], to: 'cancelled' },
    },
  }),
};

/**
 * The progress of the security scan of a file's bytes (Spec 2.4); not a separate entity. Only a
 * scan, a moderator or an admin makes bytes `clean`.
 */
export const SCAN_STATUS = lifecycle({
  states: [
    'pending',
    'queued',
    'scanning',
    'clean',
    'quarantined',
    'rejected',
    'failed',
    'skipped',
  ],
  initial: 'pending',
  final: ['skipped'],
  events: {
    queue: { from: ['pending', 'failed'], to: 'queued' },
    /** Also repeats an attempt that failed or whose worker was killed. */
    scan: { from: ['queued', 'failed', 'scanning'], to: 'scanning' },
    pass: { from: ['scanning'], to: 'clean' },
    fail: { from: ['queued', 'scanning'], to: 'failed' },
    quarantine: { from: ['pending', 'queued', 'scanning', 'clean', 'failed'], to: 'quarantined' },
    approve: { from: ['quarantined'], to: 'clean' },
    reject: { from: ['queued', 'scanning', 'clean', 'quarantined'], to: 'rejected' },
    /** An admin declares bytes harmless that were clean before they were found infected. */
    clear: { from: ['rejected'], to: 'clean' },
    /** Bytes that another party keeps and attests, and those of a cancelled upload. */
    skip: { from: ['pending', 'queued', 'scanning', 'quarantined', 'failed'], to: 'skipped' },
  },
});

/** The states of an entity as a type: `StateOf<'uploadSession'>`. */
export type StateOf<Entity extends keyof typeof LIFECYCLES> =
  (typeof LIFECYCLES)[Entity]['states'][number];

/**
 * The `data.status` of an upload for each state (Spec 2.9). A cancelled upload that expired without
 * activity (`LIMITS.uploadActivitySeconds`) has `expired` instead.
 */
export const LEGACY_UPLOAD_STATUS = {
  draft: 'created',
  uploading: 'uploading',
  uploaded: 'uploaded',
  validating: 'processing',
  scanning: 'processing',
  quarantined: 'quarantined',
  ready: 'ready',
  published: 'published',
  failed: 'failed',
  cancelled: 'aborted',
} as const satisfies Readonly<Record<StateOf<'uploadSession'>, string>>;
