using System;
using System.IO;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Files that another program has open for a moment.</summary>
    [TestFixture]
    public sealed class AtomicFileTests
    {
        private const int Failures = 2;

        /// <summary>The number of tries of work that fails twice.</summary>
        private int TriesOf(Exception error, bool isWindows)
        {
            int tries = 0;
            AtomicFile.WhileInUse(() =>
            {
                tries += 1;
                if (tries <= Failures) throw error;
                return true;
            }, isWindows);
            return tries;
        }

        [Test]
        public void A_file_that_is_in_use_on_Windows_is_tried_again()
        {
            Assert.AreEqual(3, TriesOf(new IOException("sharing violation"), true));
            Assert.AreEqual(3, TriesOf(new UnauthorizedAccessException(), true));
        }

        [Test]
        public void Other_errors_and_other_systems_are_tried_once()
        {
            Assert.Throws<FileNotFoundException>(() => TriesOf(new FileNotFoundException(), true));
            Assert.Throws<DirectoryNotFoundException>(() => TriesOf(new DirectoryNotFoundException(), true));
            Assert.Throws<InvalidOperationException>(() => TriesOf(new InvalidOperationException(), true));
            Assert.Throws<UnauthorizedAccessException>(() => TriesOf(new UnauthorizedAccessException(), false));
        }
    }
}
