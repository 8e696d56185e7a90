using System.Collections.Generic;
using System.Linq;

namespace Modport.Models
{
    /// <summary>What to do with a plan.</summary>
    public sealed partial class InstallPlan
    {
        /// <summary>
        /// The items to download, in the order of installation. The others are in the file of one of these (contract 2.7).
        /// </summary>
        public IEnumerable<PlanItem> Downloads => (Items ?? new List<PlanItem>()).Where(item => item.EmbeddedIn == null && item.File != null);
    }
}
