using System;
using System.Collections.Generic;

namespace Modport.Tests
{
    /// <summary>Reports at once, on the thread of the transfer.</summary>
    internal sealed class Reports : IProgress<TransferProgress>
    {
        private readonly Action<TransferProgress> then;

        internal Reports(Action<TransferProgress> then = null)
        {
            this.then = then;
        }

        internal List<TransferProgress> All { get; } = new List<TransferProgress>();

        public void Report(TransferProgress value)
        {
            lock (All) All.Add(value);
            then?.Invoke(value);
        }
    }
}
