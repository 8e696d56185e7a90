import type { Change, ChangeWatcher } from './changes.port.js';

/** The watchers of a process, by topic. */
export interface Watchers {
  /** Adds a watcher of some topics. Returns the function that removes it from them. */
  add(topics: readonly string[], watcher: ChangeWatcher): () => void;
  /** Passes a change to the watchers of its topic. */
  pass(change: Change): void;
  /** Removes all watchers, and tells each once that changes may be missed. */
  lose(): void;
}

/** Creates an empty set of watchers. */
export function createWatchers(): Watchers {
  const byTopic = new Map<string, Set<ChangeWatcher>>();

  function remove(topic: string, watcher: ChangeWatcher): void {
    const some = byTopic.get(topic);
    some?.delete(watcher);
    if (some?.size === 0) byTopic.delete(topic);
  }

  return {
    add(topics, watcher) {
      for (const topic of topics) {
        const some = byTopic.get(topic) ?? new Set();
        byTopic.set(topic, some.add(watcher));
      }
      return () => {
        for (const topic of topics) remove(topic, watcher);
      };
    },
    pass(change) {
      for (const watcher of [...(byTopic.get(change.topic) ?? [])]) watcher.onChange(change);
    },
    lose() {
      const all = new Set([...byTopic.values()].flatMap((some) => [...some]));
      byTopic.clear();
      for (const watcher of all) watcher.onLost();
    },
  };
}
