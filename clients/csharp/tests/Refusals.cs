using Newtonsoft.Json.Linq;

namespace Modport.Tests
{
    /// <summary>Problem documents that the service did not write.</summary>
    internal static class Refusals
    {
        internal static JObject Problem(int status, string code, bool isRetryable, string more = "")
        {
            string body = "{\"type\":\"about:blank\",\"title\":\"T\",\"status\":" + status + ",\"detail\":\"D\",\"instance\":\"/v1/x\",\"code\":\""
                + code + "\",\"retryable\":" + (isRetryable ? "true" : "false") + ",\"request_id\":\"r1\",\"trace_id\":\"t1\"" + more + "}";
            return Service.Status(status, null, body, "application/problem+json");
        }
    }
}
