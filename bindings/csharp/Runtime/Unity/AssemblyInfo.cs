using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("Ishi.Editor")]
