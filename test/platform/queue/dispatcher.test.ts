import { createDispatcher } from '../../../src/platform/queue/open-queue.js';
import { queueContract } from './contract.js';

queueContract('the dispatcher of a machine without Redis', createDispatcher);
