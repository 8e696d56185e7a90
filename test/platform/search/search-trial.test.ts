import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MeiliFailure } from '../../../src/platform/search/meilisearch/failure.js';
import { createSearchTrial, type TrialSearch } from '../../../src/platform/search/search-trial.js';
import { withoutEngine } from '../../../src/platform/search/served-by-engine.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const outage = new MeiliFailure('500 internal', true);
const fails = () => vi.fn<TrialSearch>(() => Promise.reject(outage));
const finds = (total: number): TrialSearch => {
  const counts = { total, isComplete: true, games: new Map(), facets: new Map() };
  return () => Promise.resolve(counts);
};

it('the pauses between trials of an engine that fails every search double up to five minutes', async () => {
  const trial = createSearchTrial(5_000);
  const question = fails();
  trial.noteFailed(question);
  const times: number[] = [];
  for (let seconds = 0; seconds < 1_500; seconds += 5) {
    const earlier = question.mock.calls.length;
    await expect(trial.run()).rejects.toThrow();
    if (question.mock.calls.length > earlier) times.push(seconds);
    vi.advanceTimersByTime(5_000);
  }
  expect(times).toEqual([0, 10, 30, 70, 150, 310, 610, 910, 1210]);
});

it('a trial of an engine in which no search failed asks nothing', async () => {
  const trial = createSearchTrial(5_000);
  const question = fails();
  trial.noteLatest(question);
  await trial.run();
  expect(question).not.toHaveBeenCalled();
});

it('a text that always fails does not prolong an outage, if a later search has hits', async () => {
  const trial = createSearchTrial(5_000);
  const fatal = fails();
  trial.noteFailed(fatal);
  // A search without hits proves nothing: it may have had no words.
  trial.noteLatest(finds(0));
  await expect(trial.run()).rejects.toBe(outage);
  vi.advanceTimersByTime(10_000);
  trial.noteLatest(finds(1));
  await trial.run();
  expect(fatal).toHaveBeenCalledOnce();
  await trial.run();
});

it('a search that the engine refuses as wrong proves that it responds', async () => {
  const trial = createSearchTrial(5_000);
  trial.noteFailed(() => Promise.reject(new MeiliFailure('400 invalid', false)));
  await trial.run();
});

it('an error that is not of the engine proves nothing, and the next trial asks again', async () => {
  const trial = createSearchTrial(5_000);
  const question = vi.fn<TrialSearch>(() => Promise.reject(new Error('the database is away')));
  trial.noteFailed(question);
  await expect(trial.run()).rejects.toThrow('the database is away');
  vi.advanceTimersByTime(10_000);
  await expect(trial.run()).rejects.toThrow('the database is away');
  expect(question).toHaveBeenCalledTimes(2);
});

it.each([0, 1])(
  'a failed search that no longer asks the engine proves nothing, and a later one with %i hits does',
  async (hits) => {
    const trial = createSearchTrial(5_000);
    trial.noteFailed(() => Promise.resolve(withoutEngine([])));
    await expect(trial.run()).rejects.toThrow('the trial did not reach the engine');
    vi.advanceTimersByTime(10_000);
    trial.noteLatest(() => Promise.resolve(withoutEngine([])));
    await expect(trial.run()).rejects.toThrow('the trial did not reach the engine');
    vi.advanceTimersByTime(20_000);
    trial.noteLatest(finds(hits));
    await trial.run();
  },
);
