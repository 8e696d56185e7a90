import { createDispatcher } from '../../../src/platform/queue/dispatcher.js';
import { queueContract } from './contract.js';

queueContract('the dispatcher of a machine without Redis', createDispatcher);
