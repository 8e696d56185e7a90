import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Calls } from '../../../src/platform/cluster/calls.js';
import type {
  MemberProcess,
  MemberProcesses,
} from '../../../src/server/cluster/member-processes.js';
import { createMetricPages } from '../../../src/server/cluster/metric-pages.js';
import { keptLog } from '../../kept-log.js';

/** A process whose gauge of the shared database says `jobs`. */
function newMember(name: MemberProcess['name'], jobs: number) {
  const state = { hangs: false, requests: 0, asked: [] as unknown[] };
  const calls: Calls = {
    call: (_, sources) => {
      state.asked.push(sources);
      if (state.hangs) return new Promise(() => undefined);
      return snapshotOf(state.requests, sources === 'all' ? jobs : null);
    },
    notify: () => undefined,
    end: () => undefined,
  };
  return { state, member: { name, isReady: true, calls } };
}

async function snapshotOf(requests: number, jobs: number | null): Promise<unknown> {
  const registers = [new Registry()];
  new Counter({ name: 'requests_total', help: 'Requests.', registers }).inc(requests);
  if (jobs !== null) new Gauge({ name: 'jobs', help: 'Jobs.', registers }).set(jobs);
  return JSON.parse(JSON.stringify(await registers[0]?.getMetricsAsJSON()));
}

function pagesOf(members: readonly MemberProcess[]) {
  const processes: MemberProcesses = {
    members: () => members,
    restarts: () => 0,
    stop: async () => undefined,
  };
  return createMetricPages(() => processes, keptLog);
}

test('the metrics of several processes take what the database says from another one while the first one hangs', async () => {
  const [first, second] = [newMember('server-1', 5), newMember('server-2', 8)];
  first.state.requests = 3;
  second.state.requests = 4;
  const pages = pagesOf([first.member, second.member]);
  const bodyOf = async () => (await pages.read()).body;
  expect(await bodyOf()).toMatch(/^jobs 5$/m);
  first.state.hangs = true;
  await expect.poll(bodyOf, { timeout: 10_000 }).toMatch(/^jobs 8$/m);
  expect(await bodyOf()).toMatch(/^requests_total 7$/m);
  second.state.asked.length = 0;
  await expect.poll(bodyOf, { timeout: 10_000 }).toMatch(/^jobs 8$/m);
  await expect.poll(async () => (await bodyOf()) && second.state.asked[0]).toBe('all');
});
