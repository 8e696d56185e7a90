// A thread program that returns, throws, loops or fills its memory, as the test orders.

import { createRequire } from 'node:module';

export default function obey(order) {
  switch (order.kind) {
    case 'echo':
      return order.value;
    case 'environment':
      return Object.keys(process.env);
    case 'require':
      try {
        return createRequire(import.meta.url)(order.path);
      } catch (error) {
        return error.code;
      }
    case 'throw':
      throw new TypeError('the program has a fault');
    case 'exit':
      return process.exit(3);
    case 'loop': {
      const started = new Int32Array(order.started);
      Atomics.store(started, 0, 1);
      Atomics.notify(started, 0);
      for (;;);
    }
    case 'hoard': {
      const hoard = [];
      for (;;) hoard.push(new Array(1_000).fill(hoard.length));
    }
  }
}
