import { createQueueWithoutRedis } from '../../../src/platform/queue/open-queue.js';
import { queueContract } from './contract.js';

queueContract('the queue of a machine without Redis', createQueueWithoutRedis);
