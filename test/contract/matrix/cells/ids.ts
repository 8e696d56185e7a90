import { expect } from 'vitest';
import { always, type Cell, hasIds, hasParameters, hasPlaces, refusing } from '../cell.js';
import { type Place, placesOf, type Sample } from '../sample.js';
import { unknownId } from '../stage.js';
import type { Subject } from '../subject.js';
import type { WireAnswer } from '../wire.js';

/** Strings that are no UUID, in the form of a request target. */
const MALFORMED_TARGETS = (id: string) => [
  'not-a-uuid',
  `%7B${id}%7D`,
  '%00',
  '..%2F..%2Fetc%2Fpasswd',
  '%27%20or%201%3D1--',
  '%F0%9F%98%80',
  'x'.repeat(1000),
];

/** Percent-encodings of invalid text. */
const UNDECODABLE = ['%ZZ', '%', '%E0%A4%A', '%FF'];

/** The results of ids and other names in a request. */
export const idCells: readonly Cell[] = [
  {
    name: 'rejects a malformed id and names its place',
    isSampled: always,
    applies: hasPlaces,
    check: refusing(async (subject) => {
      const sample = await subject.spare();
      for (const place of placesOf(subject.operation, sample)) {
        if (place.in === 'body') await refusesInBody(subject, place);
        else if (place.isId) await refusesInPath(subject, place);
        else await refused(subject, place, place.with('%00'), 'invalid_input');
      }
    }),
  },
  {
    name: 'rejects a path that cannot be decoded',
    isSampled: always,
    applies: hasParameters,
    check: refusing(async ({ operation, spare, refused: isRefused }) => {
      const [place] = placesOf(operation, await spare());
      if (place?.in !== 'path') throw new Error('a path without parameters');
      for (const junk of UNDECODABLE) {
        await isRefused(place.with(junk), {}, '400 invalid_request');
      }
    }),
  },
  {
    name: 'returns its own 404 for an unknown id or name',
    isSampled: always,
    applies: hasPlaces,
    check: refusing(async (subject) => {
      for (const place of placesOf(subject.operation, await subject.spare())) {
        const { fixture, refused: isRefused } = subject;
        const expected = `404 ${fixture.missing[place.name]}`;
        const unknown = place.isId ? unknownId() : 'nothing-of-this-name';
        await isRefused(place.with(unknown), {}, expected);
        if (place.isId) await isRefused(place.with(unknown.toUpperCase()), {}, expected);
      }
    }),
  },
  {
    name: 'accepts ids in upper case',
    isSampled: always,
    applies: hasIds,
    async check({ operation, fresh, done }) {
      const sample = await fresh();
      const places = placesOf(operation, sample).filter(({ isId }) => isId);
      const [first] = places;
      if (!first) throw new Error('the sample has no id');
      await done(first.with(first.value.toUpperCase()));
    },
  },
  {
    name: 'returns 410 gone for a deleted id',
    isSampled: always,
    applies: (operation) => hasIds(operation) && operation.errors.has('gone'),
    async check({ operation, stage, spare, refused: isRefused, unchanged }) {
      const { db } = stage.world.platform;
      const { id } = await db.tombstone.create({ data: { id: unknownId(), entity: 'matrix' } });
      const places = placesOf(operation, await spare()).filter(({ isId }) => isId);
      await unchanged(async () => {
        for (const place of places) await isRefused(place.with(id), {}, '410 gone');
      });
    },
  },
  {
    name: 'returns 404 for a private object of another user',
    isSampled: always,
    applies: hasIds,
    async check({ operation, fixture, stage, spare, refused: isRefused, unchanged }) {
      const hidden = await (fixture.hidden?.(stage) ?? spare());
      const [place] = placesOf(operation, hidden).filter(({ isId }) => isId);
      if (!place) throw new Error('nothing in the sample is hidden');
      const others =
        operation.rule.access === 'required'
          ? [stage.tokens.stranger]
          : [stage.tokens.stranger, stage.tokens.limited, null];
      const expected = `404 ${fixture.missing[place.name]}`;
      await unchanged(async () => {
        for (const token of others) {
          const secret = await isRefused(hidden, { token }, expected);
          const id = unknownId();
          const unknown = await isRefused(place.with(id), { token }, expected);
          expect(withoutNames(secret, place.value)).toEqual(withoutNames(unknown, id));
        }
      });
    },
  },
];

async function refusesInPath(subject: Subject, place: Place): Promise<void> {
  const code = subject.operation.route.malformed ?? 'invalid_input';
  for (const junk of MALFORMED_TARGETS(place.value)) {
    await refused(subject, place, place.with(junk), code);
  }
}

async function refusesInBody(subject: Subject, place: Place): Promise<void> {
  for (const junk of ['not-a-uuid', `{${place.value}}`, '', 'x'.repeat(1000)]) {
    await refused(subject, place, place.with(junk), 'invalid_input');
  }
}

async function refused(subject: Subject, place: Place, sample: Sample, code: string) {
  const { body } = await subject.refused(sample, {}, `400 ${code}`);
  if (code !== 'invalid_input') return;
  expect(body.fields).toEqual([{ field: place.field, code: 'invalid_format' }]);
}

/** A response without the members that name the request. Its detail may name the requested id. */
function withoutNames({ status, headers, body }: WireAnswer, id: string) {
  const { instance: _i, request_id: _r, trace_id: _t, detail, ...document } = body;
  const { date: _d, 'x-request-id': _x, 'content-length': _l, ...sent } = headers;
  return { status, headers: sent, document, detail: String(detail).replaceAll(id, 'ID') };
}
