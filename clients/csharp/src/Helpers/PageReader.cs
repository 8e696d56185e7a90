using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>One page of a list.</summary>
    internal sealed class Page<T>
    {
        internal Page(IReadOnlyList<T> items, string nextCursor)
        {
            Items = items ?? new T[0];
            NextCursor = nextCursor;
        }

        internal IReadOnlyList<T> Items { get; }

        internal string NextCursor { get; }
    }

    /// <summary>
    /// Reads a list entry by entry and fetches its pages when they are needed. It ends at the last page, and at a cursor that it
    /// has seen before. One reader reads once, for one caller.
    /// </summary>
    /// <typeparam name="T">The type of an entry.</typeparam>
    public sealed class PageReader<T>
    {
        /// <summary>Empty pages in a row. More would keep a caller busy without an entry.</summary>
        private const int MostEmptyPages = 20;

        private readonly Func<string, CancellationToken, Task<Page<T>>> fetch;
        private readonly HashSet<string> seen = new HashSet<string>(StringComparer.Ordinal);
        private Page<T> page = new Page<T>(null, null);
        private int at = -1;
        private bool isFirst = true;

        internal PageReader(Func<string, CancellationToken, Task<Page<T>>> fetch)
        {
            this.fetch = fetch;
        }

        /// <summary>The present entry.</summary>
        public T Current => page.Items[at];

        /// <summary>Goes to the next entry. Returns false at the end.</summary>
        public async Task<bool> MoveNextAsync(CancellationToken cancellationToken = default(CancellationToken))
        {
            at += 1;
            int empty = 0;
            while (at >= page.Items.Count)
            {
                string cursor = page.NextCursor;
                if (!isFirst && (cursor == null || !seen.Add(cursor))) return false;
                page = await fetch(isFirst ? null : cursor, cancellationToken).ConfigureAwait(false);
                isFirst = false;
                at = 0;
                if (page.Items.Count == 0 && ++empty == MostEmptyPages) throw new IntegrityException("The list has only empty pages.");
            }
            return true;
        }

        /// <summary>The remaining entries, at most so many.</summary>
        public async Task<List<T>> ToListAsync(int limit, CancellationToken cancellationToken = default(CancellationToken))
        {
            var entries = new List<T>();
            while (entries.Count < limit && await MoveNextAsync(cancellationToken).ConfigureAwait(false)) entries.Add(Current);
            return entries;
        }
    }
}
