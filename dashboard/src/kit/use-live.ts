import { useEffect, useRef, useState } from 'react';
import { follow } from '../api/live';
import type { Topic } from '../api/topics';

/** The wait from a change to its read, which also serves all changes during the wait. */
const GATHER_MILLISECONDS = 300;

/**
 * Follows a topic while the tab is visible, and calls `read` after changes, once for several in a
 * row. It also calls `read` when a stream opens, because the view may have missed changes. Returns
 * whether a stream is open. If not, the caller has to poll. A hidden tab holds no stream, because a
 * browser has few connections to a host. A null topic has no stream.
 */
export function useLive(topic: Topic | null, read: () => void): boolean {
  const [isLive, setLive] = useState(false);
  const latest = useRef({ topic, read });
  useEffect(() => {
    latest.current = { topic, read };
  });
  const key = topic && `${topic.name} ${topic.id}`;
  useEffect(() => {
    if (key === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current.read();
      }, GATHER_MILLISECONDS);
    };
    const leave = whileVisible(() => {
      const { topic: followed } = latest.current;
      if (!followed) return () => {};
      const end = follow(followed, {
        onOpen() {
          setLive(true);
          readSoon();
        },
        onChange: readSoon,
        onLost: () => setLive(false),
      });
      return () => {
        setLive(false);
        end();
      };
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [key]);
  return isLive;
}

/** Runs work while the tab is visible. Returns a function that ends it for good. */
function whileVisible(begin: () => () => void): () => void {
  let end: (() => void) | null = null;
  const update = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible) end ??= begin();
    else stop();
  };
  const stop = () => {
    end?.();
    end = null;
  };
  update();
  document.addEventListener('visibilitychange', update);
  return () => {
    document.removeEventListener('visibilitychange', update);
    stop();
  };
}
