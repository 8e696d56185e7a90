import { beforeAll } from 'vitest';
import { useWorld, type World } from '../harness.js';
import { type Application, newApplication } from './applications.js';

// `useOAuthRequests` sets these before the tests of each file.
export let world: World;
export let app: Application;
export let studio: Application;
let addresses = 0;

export interface Sent {
  readonly body?: NonNullable<RequestInit['body']>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

export const send = async (path: string, { body, headers, method = 'POST' }: Sent = {}) => {
  addresses += 1;
  const answer = await fetch(`${world.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'X-Forwarded-For': `198.51.100.${addresses}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return {
    answer,
    body: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : {},
  };
};

export const form = (fields: Record<string, string>) => new URLSearchParams(fields);

/** Starts the service of a test file with the data of these tests. */
export function useOAuthRequests(): void {
  world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
  beforeAll(async () => {
    world.clock.stop();
    const { userId } = await world.creator('ada');
    app = await newApplication(world, userId);
    studio = await newApplication(world, userId, { confidential: true });
  });
}
