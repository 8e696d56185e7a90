using System.Reflection;
using System.Runtime.CompilerServices;

[assembly: AssemblyTitle("Modport.Client")]
[assembly: AssemblyProduct("Modport.Client")]
[assembly: AssemblyVersion("0.1.0.0")]
[assembly: AssemblyFileVersion("0.1.0.0")]
[assembly: AssemblyInformationalVersion("0.1.0")]
[assembly: InternalsVisibleTo("Tests")]
