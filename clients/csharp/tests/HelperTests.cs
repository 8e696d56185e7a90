using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Names of files, handoff addresses and webhooks.</summary>
    [TestFixture]
    public sealed class HelperTests
    {
        private const string Id = "0190c2a4-7d1e-7b3a-9c55-3f2a1b0c9d8e";
        private const string Uri = "service://download?v=1&artifact_id=" + Id;

        [TestCase("mod.zip", "mod.zip")]
        [TestCase("../../etc/passwd", "_.._etc_passwd")]
        [TestCase("..\\..\\evil.exe", "_.._evil.exe")]
        [TestCase("C:\\Windows\\x.dll", "C__Windows_x.dll")]
        [TestCase("..", "file")]
        [TestCase("", "file")]
        [TestCase(null, "file")]
        [TestCase(" . . ", "file")]
        [TestCase("name. . .", "name")]
        [TestCase(".hidden", "hidden")]
        [TestCase("con", "_con")]
        [TestCase("COM1.zip", "_COM1.zip")]
        [TestCase("nul .txt", "_nul .txt")]
        [TestCase("a\0b\nc.zip", "a_b_c.zip")]
        [TestCase("gnp\u202Eexe.zip", "gnpexe.zip")]
        [TestCase("a\u200Bb\uFEFF.zip", "ab.zip")]
        [TestCase("a／b＼c", "a_b_c")]
        [TestCase("file:stream", "file_stream")]
        [TestCase("Мод 1.zip", "Мод 1.zip")]
        [TestCase("e\u0301.zip", "\u00e9.zip")]
        public void A_safe_name_stays_in_its_folder(string name, string expected)
        {
            Assert.AreEqual(expected, SafeFilename.From(name));
        }

        [Test]
        public void Half_of_a_character_is_replaced()
        {
            // Not a test case: attributes are stored in UTF-8, which has no such half.
            Assert.AreEqual("x_y", SafeFilename.From("x" + (char)0xD800 + "y"));
        }

        [Test]
        public void A_long_name_is_cut_between_characters_and_keeps_its_ending()
        {
            foreach (string one in new[] { "a", "ж", "漢", "😀" })
            {
                string name = SafeFilename.From(string.Concat(Enumerable.Repeat(one, 300)) + ".zip");
                Assert.LessOrEqual(Encoding.UTF8.GetByteCount(name), 200);
                StringAssert.EndsWith(".zip", name);
                Assert.Less(Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(name)).IndexOf((char)0xFFFD), 0);
            }
        }

        [Test]
        public void A_handoff_address_is_read_and_built()
        {
            Assert.AreEqual(Uri, Handoff.Build(Id));
            Assert.IsTrue(Handoff.TryParse(Uri, out string id, out _));
            Assert.AreEqual(Id, id);
            Assert.Throws<ArgumentException>(() => Handoff.Build(Id.ToUpperInvariant()));
            Assert.Throws<ArgumentException>(() => Handoff.Build(Id + "\n"));
        }

        [TestCase("unknown_version", "service://download?v=2&artifact_id=" + Id)]
        [TestCase("missing_parameter", "service://download?v=1")]
        [TestCase("missing_parameter", "service://download?")]
        [TestCase("repeated_parameter", Uri + "&v=1")]
        [TestCase("unknown_parameter", Uri + "&url=https://example.com")]
        [TestCase("unknown_parameter", Uri + "&")]
        [TestCase("malformed_artifact_id", "service://download?v=1&artifact_id=better-beds")]
        [TestCase("malformed_artifact_id", Uri + "\n")]
        [TestCase("malformed_artifact_id", "service://download?v=1&artifact_id=%30190c2a4-7d1e-7b3a-9c55-3f2a1b0c9d8e")]
        [TestCase("not_a_handoff", "service://download?artifact_id=" + Id + "&v=1")]
        [TestCase("not_a_handoff", "SERVICE://download?v=1&artifact_id=" + Id)]
        [TestCase("not_a_handoff", " " + Uri)]
        [TestCase("not_a_handoff", "")]
        [TestCase("not_a_handoff", null)]
        public void Every_other_form_of_a_handoff_is_refused(string reason, string text)
        {
            Assert.IsFalse(Handoff.TryParse(text, out string id, out string refusal));
            Assert.AreEqual(reason, refusal);
            Assert.IsNull(id);
        }

        private const string Secret = "whsec_0123456789abcdef";
        private const string Timestamp = "1772445600";
        private static readonly byte[] Body = Encoding.UTF8.GetBytes("{\"event_id\":\"é\"}");
        private static readonly DateTimeOffset Now = new DateTimeOffset(1970, 1, 1, 0, 0, 0, TimeSpan.Zero).AddSeconds(1772445600);

        private static string Signature(string secret = Secret, string timestamp = Timestamp)
        {
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            {
                byte[] signed = Encoding.UTF8.GetBytes(timestamp + ".").Concat(Body).ToArray();
                return "v1=" + BitConverter.ToString(hmac.ComputeHash(signed)).Replace("-", "").ToLowerInvariant();
            }
        }

        [Test]
        public void A_genuine_delivery_is_accepted()
        {
            Assert.IsTrue(Webhooks.Verify(new[] { Secret }, Timestamp, Signature(), Body, now: Now));
            Assert.IsTrue(Webhooks.Verify(new[] { "whsec_new", Secret }, Timestamp, Signature(), Body, now: Now), "either secret");
            Assert.IsTrue(Webhooks.Verify(new[] { Secret }, Timestamp, Signature("whsec_new") + ", " + Signature(), Body, now: Now), "either signature");
            Assert.IsTrue(Webhooks.Verify(new[] { Secret }, Timestamp, Signature(), Body, now: Now.AddSeconds(300)));
            Assert.IsTrue(Webhooks.Verify(new[] { Secret }, Timestamp, Signature(), Body, now: Now.AddSeconds(-300)));
        }

        [Test]
        public void A_stale_or_forged_delivery_is_refused()
        {
            Assert.IsFalse(Webhooks.Verify(new[] { Secret }, Timestamp, Signature(), Body, now: Now.AddSeconds(301)));
            Assert.IsFalse(Webhooks.Verify(new[] { Secret }, Timestamp, Signature(), Body, now: Now.AddSeconds(-301)));
            Assert.IsFalse(Webhooks.Verify(new[] { "whsec_other" }, Timestamp, Signature(), Body, now: Now));
            Assert.IsFalse(Webhooks.Verify(new string[0], Timestamp, Signature(), Body, now: Now));
            Assert.IsFalse(Webhooks.Verify(new[] { "" }, Timestamp, Signature(""), Body, now: Now), "an empty secret is none");
            Assert.IsFalse(Webhooks.Verify(new[] { Secret }, Timestamp, Signature(), Encoding.UTF8.GetBytes("{}"), now: Now));
            foreach (string bad in new[] { null, "", "v1=", "v0=" + Signature().Substring(3), Signature().Substring(3), Signature().ToUpperInvariant(), Signature() + "0" })
            {
                Assert.IsFalse(Webhooks.Verify(new[] { Secret }, Timestamp, bad, Body, now: Now), bad);
            }
            foreach (string bad in new[] { null, "", " 1772445600", "1772445600 ", "+1772445600", "1.772445600e9", "-1", "99999999999999999999", "NaN" })
            {
                Assert.IsFalse(Webhooks.Verify(new[] { Secret }, bad, Signature(Secret, bad ?? ""), Body, now: Now), bad);
            }
            string many = string.Join(",", Enumerable.Repeat("v1=00", 1000)) + "," + Signature();
            Assert.IsFalse(Webhooks.Verify(new[] { Secret }, Timestamp, many, Body, now: Now));
        }
    }
}
