import { ERRORS } from '../../../src/registry/errors.js';
import type { Delivery, Recorded } from '../record.js';
import type { Stored } from './stored.js';

/** The result of one check: how many facts it compared, and those that are wrong. */
export interface Checked {
  readonly promise: string;
  readonly facts: number;
  readonly violations: readonly string[];
}

/** The record of the callers and the final state of the service. */
export interface Evidence {
  readonly record: Recorded;
  readonly stored: Stored;
  readonly deliveries: readonly Delivery[];
  /** The number of messages that the SMTP sink accepted. */
  readonly mails: number;
}

/** Runs all checks. */
export function checkAll(evidence: Evidence): Checked[] {
  const { record, stored, deliveries } = evidence;
  return [
    checkWrites(record, stored),
    checkAudits(stored),
    checkEvents(stored, deliveries),
    checkDeliveries(deliveries),
    checkDownloads(record),
    checkReads(record),
    checkTokens(record),
    checkMalware(record, stored),
    checkResponses(record),
    checkTimes(record),
    checkCounters(stored),
    checkMails(stored, evidence.mails),
  ];
}

const only = (violations: readonly (string | null)[]): string[] =>
  violations.filter((violation) => violation !== null);

/** Every acknowledged write is stored exactly once. */
export function checkWrites({ acknowledged }: Recorded, stored: Stored): Checked {
  const violations = acknowledged.map((one) => {
    const count = storedTimes(one, stored);
    return count === 1 ? null : `${one.caller}: ${JSON.stringify(one)} is stored ${count} times`;
  });
  // Also a write without a response happens once at most.
  const marks = stored.mods.map(({ mark }) => mark);
  const names = stored.versions.map(({ modId, name }) => `${modId} ${name}`);
  const twice = [...repeated(marks), ...repeated(names)].map((name) => `${name} exists twice`);
  return {
    promise: 'every acknowledged write is stored exactly once',
    facts: acknowledged.length,
    violations: [...only(violations), ...twice],
  };
}

function storedTimes(one: Recorded['acknowledged'][number], stored: Stored): number {
  const count = <T>(rows: readonly T[], holds: (row: T) => boolean) => rows.filter(holds).length;
  switch (one.kind) {
    case 'mod':
      return count(stored.mods, ({ id, mark }) => id === one.modId || mark === one.mark);
    case 'edit':
      return count(stored.mods, ({ id, serial }) => id === one.modId && serial >= one.serial);
    case 'version':
      return count(
        stored.versions,
        ({ id, modId, name }) => id === one.versionId || (modId === one.modId && name === one.name),
      );
    case 'file':
      return count(
        stored.files,
        ({ versionId, sha256 }) => versionId === one.versionId && sha256 === one.sha256,
      );
    case 'publication':
      return count(
        stored.versions,
        ({ id, state }) => id === one.versionId && state === 'published',
      );
  }
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
}

/** Each stored write has exactly one audit entry. */
export function checkAudits({ mods, versions, audits }: Stored): Checked {
  const counts = new Map(
    audits.map(({ action, targetId, count }) => [`${action} ${targetId}`, count]),
  );
  const expected = [
    ...mods.map(({ id }) => [`mod.created ${id}`, 1] as const),
    ...mods.map(({ id, serial }) => [`mod.updated ${id}`, serial] as const),
    ...versions.map(({ id }) => [`version.created ${id}`, 1] as const),
    ...versions
      .filter(({ state }) => state === 'published')
      .map(({ id }) => [`version.published ${id}`, 1] as const),
  ];
  const violations = expected.map(([entry, count]) => {
    const found = counts.get(entry) ?? 0;
    return found === count ? null : `${entry}: ${found} entries in place of ${count}`;
  });
  return {
    promise: 'every write has exactly one audit entry',
    facts: expected.length,
    violations: only(violations),
  };
}

/** The receiver of each event's owner got it at least once, with a valid signature. */
export function checkEvents({ events }: Stored, deliveries: readonly Delivery[]): Checked {
  const arrived = new Set(
    deliveries
      .filter(({ isGenuine }) => isGenuine)
      .map(({ caller, eventId }) => `${caller} ${eventId}`),
  );
  const violations = events.map(({ id, kind, owner }) =>
    arrived.has(`${owner} ${id}`) ? null : `${kind} ${id} did not arrive at ${owner}`,
  );
  return {
    promise: 'every event arrived at its subscriber',
    facts: events.length,
    violations: only(violations),
  };
}

/** Every delivery is signed, and its repetitions have the same event. */
export function checkDeliveries(deliveries: readonly Delivery[]): Checked {
  const events = new Map<string, string>();
  const violations = deliveries.map(({ deliveryId, eventId, isGenuine }) => {
    if (!isGenuine) return `delivery ${deliveryId} has a wrong signature`;
    const earlier = events.get(deliveryId) ?? eventId;
    events.set(deliveryId, eventId);
    return earlier === eventId ? null : `delivery ${deliveryId} has two events`;
  });
  return {
    promise: 'every delivery has a valid signature and one event',
    facts: deliveries.length,
    violations: only(violations),
  };
}

/** Every complete download has the published bytes. */
export function checkDownloads({ downloads }: Recorded): Checked {
  const violations = downloads.map(({ caller, artifactId, expected, actual }) =>
    actual === expected ? null : `${caller}: ${artifactId} has ${actual} in place of ${expected}`,
  );
  return {
    promise: 'every download has the published bytes',
    facts: downloads.length,
    violations: only(violations),
  };
}

/** No read is older than a write that its caller knew before. */
export function checkReads({ reads, acknowledged }: Recorded): Checked {
  const violations = reads.flatMap(({ caller, modId, beginMs, serial, versionIds }) => {
    const known = acknowledged.filter((one) => one.caller === caller && one.atMs <= beginMs);
    return known.map((one) => {
      if (one.kind === 'file' || one.modId !== modId) return null;
      if (one.kind === 'edit' && serial < one.serial) {
        return `${caller}: ${modId} showed edit ${serial} after edit ${one.serial}`;
      }
      if (one.kind !== 'publication' || versionIds === null) return null;
      return versionIds.includes(one.versionId)
        ? null
        : `${caller}: ${modId} did not list ${one.versionId}`;
    });
  });
  return {
    promise: 'no read is older than an acknowledged write of its caller',
    facts: reads.length,
    violations: only(violations),
  };
}

/** An issued token works, and a revoked one never does. */
export function checkTokens({ tokenUses }: Recorded): Checked {
  const violations = tokenUses.map(({ caller, state, isAccepted, atMs }) => {
    if (isAccepted === (state === 'issued')) return null;
    const outcome = isAccepted ? 'accepted' : 'refused';
    return `${new Date(atMs).toISOString()} ${caller}: a token that was ${state} was ${outcome}`;
  });
  return {
    promise: 'every issued token works until it is revoked, and never after',
    facts: tokenUses.length,
    violations: only(violations),
  };
}

const DOWNLOADABLE = ['ready', 'published', 'archived'];

/** No file with malware is ready, and no version with it is published. */
export function checkMalware({ infected }: Recorded, stored: Stored): Checked {
  const violations = infected.map(({ caller, versionId, sha256, isPublished }) => {
    const isReady = stored.files.some(
      (file) => file.sha256 === sha256 && DOWNLOADABLE.includes(file.state),
    );
    const isPublic =
      isPublished ||
      stored.versions.some(({ id, state }) => id === versionId && state === 'published');
    return isReady || isPublic ? `${caller}: players can get malware of ${versionId}` : null;
  });
  return {
    promise: 'no file with malware can be downloaded',
    facts: infected.length,
    violations: only(violations),
  };
}

/** Every error response of the service has a registered code with its status, and is no fault of it. */
export function checkResponses({ attempts }: Recorded): Checked {
  const responses = attempts.filter(({ status, isStore }) => status !== null && !isStore);
  const violations = responses.map(({ caller, operation, status, code }) => {
    if (status === null || status < 400) return null;
    const row = Object.entries(ERRORS).find(([name]) => name === code)?.[1];
    const statuses: readonly number[] = row?.status ?? [];
    const isKnown = statuses.includes(status) && code !== 'internal_error';
    return isKnown ? null : `${caller}: ${operation} returned ${status} ${code}`;
  });
  return {
    promise: 'every error has a registered code, and none is an internal error',
    facts: responses.length,
    violations: only(violations),
  };
}

/** Every request ends within its limit. */
export function checkTimes({ attempts }: Recorded): Checked {
  const violations = attempts.map(({ caller, operation, failure, beginMs, endMs }) =>
    failure === 'timeout'
      ? `${caller}: ${operation} had not ended after ${(endMs - beginMs) / 1000} s`
      : null,
  );
  return {
    promise: 'every request ends within 30 s',
    facts: attempts.length,
    violations: only(violations),
  };
}

/** The total of downloads is the sum of its days. */
export function checkCounters({ mods }: Stored): Checked {
  const violations = mods.map(({ id, downloads, downloadsOfDays }) =>
    downloads === downloadsOfDays
      ? null
      : `${id} shows ${downloads} downloads, and its days have ${downloadsOfDays}`,
  );
  return {
    promise: 'counters agree with their days',
    facts: mods.length,
    violations: only(violations),
  };
}

/** Every message was sent. */
export function checkMails({ mails }: Stored, received: number): Checked {
  const violations = mails.map(({ id, outcome }) =>
    outcome === 'sent' ? null : `message ${id} is ${outcome ?? 'waiting'}`,
  );
  const missing =
    received < mails.length ? [`${mails.length} messages were sent, ${received} arrived`] : [];
  return {
    promise: 'every message was sent',
    facts: mails.length,
    violations: [...only(violations), ...missing],
  };
}
