using System.Linq;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Error documents, and responses that are none.</summary>
    [TestFixture]
    public sealed class ProblemTests : ServiceTest
    {
        [Test]
        public async Task A_problem_keeps_unknown_codes_and_members()
        {
            Service.Break(Service.Rule("/games", "GET", Refusals.Problem(418, "of_tomorrow", false, ",\"new_member\":[1],\"required_scopes\":[\"a:b\"],\"fields\":[{\"field\":\"q\",\"code\":\"long\"}]")));
            ProblemException problem = await ErrorOf<ProblemException>(Client.ListGamesAsync());
            Assert.AreEqual(418, problem.Status);
            Assert.AreEqual("of_tomorrow", problem.Code);
            Assert.AreEqual(1, (int)problem.Document["new_member"][0]);
            Assert.AreEqual("a:b", problem.RequiredScopes.Single());
            Assert.AreEqual("long", problem.Fields.Single().Code);
            Assert.AreEqual("r1", problem.RequestId);
            Assert.AreEqual("t1", problem.TraceId);
            Assert.AreEqual("D", problem.Detail);
            Assert.IsNotNull(problem.Headers.Get("content-type"));
        }

        [TestCase("<html>Bad gateway</html>")]
        [TestCase("")]
        [TestCase("[1]")]
        [TestCase("{\"code\":5,\"status\":\"x\",\"fields\":7,\"retryable\":\"yes\"}")]
        public async Task A_response_that_is_no_problem_document_has_no_code(string body)
        {
            Service.Break(Service.Rule("/games", "GET", Service.Status(404, null, body, "text/html")));
            ProblemException problem = await ErrorOf<ProblemException>(Client.ListGamesAsync());
            Assert.AreEqual(404, problem.Status);
            Assert.IsNull(problem.Code);
        }

        [TestCase("not json")]
        [TestCase("[]")]
        [TestCase("{\"data\":7}")]
        [TestCase("{\"data\":[{\"id\":{}}]}")]
        [TestCase("{} {}")]
        public async Task A_malformed_document_is_a_transport_error(string body)
        {
            Service.Break(Service.Rule("/games", "GET", Service.Status(200, null, body), 9));
            await ErrorOf<TransportException>(Client.ListGamesAsync());
        }

        [Test]
        public async Task A_deeply_nested_document_is_refused()
        {
            string body = "{\"data\":" + new string('[', 100000) + new string(']', 100000) + "}";
            Service.Break(Service.Rule("/games", "GET", Service.Status(200, null, body), 9));
            await ErrorOf<TransportException>(Client.ListGamesAsync());
        }

        [Test]
        public async Task A_number_of_a_million_digits_is_refused()
        {
            string body = "{\"data\":[],\"more\":" + new string('9', 1000000) + "}";
            Service.Break(Service.Rule("/games", "GET", Service.Status(200, null, body), 9));
            await ErrorOf<TransportException>(Client.ListGamesAsync());
        }
    }
}
