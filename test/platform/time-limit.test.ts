import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withTimeLimit } from '../../src/platform/abort-signals.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const untilEnded = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    setImmediate(collect);
  });

test('a time limit ends work also after a garbage collection', async () => {
  const outer = new AbortController();
  await expect(withTimeLimit(200, outer.signal, untilEnded)).rejects.toThrow('no response in time');
  await expect(withTimeLimit(200, undefined, untilEnded)).rejects.toThrow('no response in time');
});

test('the outer signal ends work before its time limit', async () => {
  const outer = new AbortController();
  const ended = withTimeLimit(60_000, outer.signal, untilEnded);
  outer.abort(new Error('stopped'));
  await expect(ended).rejects.toThrow('stopped');
});
