using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>A test with a folder of its own and a proxy without faults.</summary>
    public abstract class ServiceTest
    {
        internal string Folder { get; private set; }

        internal FakeClock Clock { get; private set; }

        internal ModportClient Client { get; private set; }

        [SetUp]
        public void Begin()
        {
            Service.Break();
            Service.Forget();
            Folder = Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString());
            Directory.CreateDirectory(Folder);
            Clock = new FakeClock();
            Client = new ModportClient(Service.Options(Clock));
        }

        [TearDown]
        public void End()
        {
            Service.Break();
            Client.Dispose();
            Directory.Delete(Folder, true);
        }

        internal string InFolder(string name)
        {
            return Path.Combine(Folder, name);
        }

        internal static string DigestOf(string path)
        {
            using (SHA256 digest = SHA256.Create())
            using (FileStream file = File.OpenRead(path))
            {
                return BitConverter.ToString(digest.ComputeHash(file)).Replace("-", "").ToLowerInvariant();
            }
        }

        /// <summary>The error of a task. NUnit 2 has no assertion for asynchronous errors.</summary>
        internal static async Task<T> ErrorOf<T>(Task task) where T : Exception
        {
            try
            {
                await task;
            }
            catch (T error)
            {
                return error;
            }
            throw new AssertionException("There was no " + typeof(T).Name + ".");
        }
    }
}
