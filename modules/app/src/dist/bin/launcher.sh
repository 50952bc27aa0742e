# What the launcher of a checkout and that of the distribution have in common. They set, before they read this:
#   home   the folder that they are in
#   lib    the folder of Ebb's jars
#   ext    the folder of an operator's plug-ins
#   cache  the folder for archives of classes, which may be deleted at any time
# and find, after it: java, the command; jvm, options for every JVM; and the functions below.
# shellcheck shell=bash disable=SC2154,SC2034

say() { printf '%s\n' "$*" >&2; }

if [[ -n ${JAVA_HOME:-} && -x $JAVA_HOME/bin/java ]]; then
  java=$JAVA_HOME/bin/java
elif ! java=$(command -v java); then
  say "ebb: no java found; install Java 17 or newer (a JDK, for a checkout of the sources), or set JAVA_HOME"
  exit 1
fi

# A relaxed parallelism: on two cores the common pool would start a thread for each task.
jvm=(-Djava.util.concurrent.ForkJoinPool.common.parallelism=2 -Debb.home="$home")

# What people see: colours, widths and questions are for a terminal only.
if [[ -t 0 ]]; then jvm+=(-Debb.terminal.in=true); fi
if [[ -t 1 ]]; then jvm+=(-Debb.terminal.out=true); fi
if [[ -t 2 ]]; then jvm+=(-Debb.terminal.err=true); fi
if [[ -t 1 || -t 2 ]] && size=$(stty size 2>/dev/null </dev/tty); then
  jvm+=(-Debb.terminal.size="$size")
fi

# Of a ResourceManager. What is called 5,000 times Java compiles for speed, and all of a fleet that registers with a cold
# process is: that compiler took a quarter of the processor time, more than it gave back. What heartbeats need is called
# 50,000 times within seconds.
c2_thresholds=(-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000 -XX:Tier4CompileThreshold=150000
  -XX:Tier4BackEdgeThreshold=400000)

# For a command that is over before a better compiler or collector would pay.
short_lived=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC)

# The value of an option that is given as "--name VALUE" or "--name=VALUE".
option() {
  local name=$1 default=$2
  shift 2
  while (($#)); do
    case $1 in
      "$name") (($# > 1)) && default=$2 ;;
      "$name"=*) default=${1#*=} ;;
    esac
    shift
  done
  printf '%s' "$default"
}

# A command that only asks a ResourceManager needs a few jars, which it finds sooner than in all.
asks() {
  case ${1:-} in
    node | why | lists | refresh-nodes | drain | recommission | cordon | uncordon | scale-in | queue | watch | wait | operations | undo | force | timeout | whoami | webhooks | instances | leave | version) return 0 ;;
    nodes | drains | diff | history | verify) [[ " $* " != *" --journal"* ]] ;;
    *) return 1 ;;
  esac
}
few_jars() {
  local name jars=()
  for name in ebb-cli ebb-domain ebb-journal picocli jackson-core jackson-databind jackson-annotations; do
    jars+=("$lib/$name"-[0-9]*.jar)
  done
  class_path_of "${jars[@]}"
}

# jars_of LIB: all of them as a class path. Named one by one, because Java takes "LIB/*" in the order of the file system,
# which another machine has otherwise: an archive of classes is for one order. Nor is it the order of somebody's language.
jars_of() {
  local LC_ALL=C
  class_path_of "$1"/*.jar
}
class_path_of() {
  local IFS=:
  printf '%s' "$*"
}

# with_plug_ins CLASS_PATH: and what an operator adds to it: the folder ext, for a web application or a file of a
# plug-in's, its jars, and EBB_CLASSPATH, in which "DIR/*" is all jars of DIR. They stand behind Ebb's own jars, so that
# none of these is replaced, and an archive of classes, which is for the beginning of a class path, is for any plug-ins.
with_plug_ins() {
  local LC_ALL=C class_path=$1 jar
  if [[ -d $ext ]]; then
    class_path+=:$ext
    for jar in "$ext"/*.jar; do
      if [[ -e $jar ]]; then class_path+=:$jar; fi
    done
  fi
  printf '%s' "$class_path${EBB_CLASSPATH:+:$EBB_CLASSPATH}"
}

# archive_for KIND CLASS_PATH: the name of the file with the loaded classes of such JVMs; each build of Java and each class
# path has its own. Empty for a Java without an archive of its own classes to build upon, which jlink leaves out. A file
# whose jars have changed since is ignored by the JVM.
archive_for() {
  local kind=$1 class_path=$2 root sum
  root=$(readlink -f "$java")
  root=${root%/bin/java}
  [[ -r $root/release && -r $root/lib/server/classes.jsa ]] || return 0
  sum=$(cksum <<<"$class_path $(<"$root/release")")
  printf '%s' "$kind-${sum// /-}.jsa"
}

# use_archive FILE: if it is there. EBB_NO_CACHE=1 is without.
use_archive() {
  if [[ -z ${EBB_NO_CACHE:-} && -f $1 ]]; then jvm+=(-XX:SharedArchiveFile="$1" -Xlog:cds=off -Xlog:cds+dynamic=off); fi
}

# run_and_archive FILE ARGUMENT...: runs a JVM and keeps what it has loaded, if it succeeds and there is room. Renamed, so
# that nobody sees a part of it.
run_and_archive() {
  local archive=$1 part status=0
  shift
  if ! part=$(mktemp "$archive.XXXXXX" 2>/dev/null); then
    "$java" "${jvm[@]}" "$@"
    return
  fi
  remove_at_exit "$part"
  "$java" "${jvm[@]}" -XX:ArchiveClassesAtExit="$part" -Xlog:disable "$@" || status=$?
  if [[ $status == 0 && -s $part ]]; then mv -f "$part" "$archive"; fi
  return "$status"
}
remove_at_exit() {
  local quoted
  printf -v quoted '%q' "$1"
  # shellcheck disable=SC2064 # the name as it is now
  trap "rm -f $quoted" EXIT
}

# Whether these are the words of a command that archives, and does not only explain itself.
archives() {
  [[ ${1:-} == archive-classes ]] && ! explains "$@"
}

# archive_instance LIB ARGUMENT...: keeps what an instance loads from the jars there, for use_archive "$(instance_archive
# LIB)". What was kept before stays until then. The instance hears nothing of this host's own settings.
archive_instance() {
  local lib=$1 archive part
  shift
  archive=$(instance_archive "$lib")
  if [[ -z $archive ]]; then
    say "ebb: this Java has no archive of its own classes to build upon, lib/server/classes.jsa; use one that has"
    return 1
  fi
  if ! (umask 022 && mkdir -p "$cache") || ! part=$(mktemp "$archive.XXXXXX" 2>/dev/null); then
    say "ebb: cannot write to $cache; do it as the user that Ebb was unpacked by"
    return 1
  fi
  remove_at_exit "$part"
  # shellcheck disable=SC2086 # several options
  without_settings "$java" "${jvm[@]}" -XX:ArchiveClassesAtExit="$part" -Xlog:disable ${EBB_OPTS:-} \
    -cp "$(jars_of "$lib")" ebb.app.Main "$@" || return 1
  if [[ ! -s $part ]]; then
    say "ebb: this Java kept nothing, for want of room or because of its options; is there room in $cache?"
    return 1
  fi
  chmod 644 "$part" # for the user that runs Ebb
  mv -f "$part" "$archive"
  say "ebb: kept in $archive, $(du -h "$archive" | cut -f 1)"
}
without_settings() (
  local name
  for name in "${!EBB_@}"; do
    if [[ $name != EBB_OPTS ]]; then unset "$name"; fi
  done
  "$@"
)
instance_archive() {
  local name
  name=$(archive_for instance "$(jars_of "$1")")
  printf '%s' "${name:+$cache/$name}"
}

# Whether a command is only to explain itself; it may be somebody's without any rights then.
explains() {
  [[ " $* " == *" -h "* || " $* " == *" --help "* ]]
}

# prepare_start ARGUMENT...: the JVM's options for "ebb start" with these arguments, and its folders.
prepare_start() {
  local instance data
  if explains "$@"; then
    jvm+=("${short_lived[@]}" -XX:-UsePerfData)
    return 0
  fi
  instance=$(option --instance "" "$@")
  data=$(option --data "$home/data${instance:+/$instance}" "$@")
  # What Ebb writes is its user's alone.
  umask 077
  # Temporary files and JVM statistics stay below the data folder, too.
  mkdir -p "$data/tmp"
  data=$(cd "$data" && pwd)
  jvm+=("${c2_thresholds[@]}" -Djava.io.tmpdir="$data/tmp" -XX:+PerfDisableSharedMem -XX:+ExitOnOutOfMemoryError)
  use_archive "$(instance_archive "$lib")"
}
