package ebb.hadoop.heartbeat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Message;

/** Changes messages at random: any field, at any depth, is removed or gets an absurd value. */
final class Mutations {
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "*",
          "-x",
          "a b",
          "a\nb",
          "\u0000",
          "../../etc",
          "::1",
          "ä",
          "x".repeat(100_000));
  private static final List<Integer> INTS =
      List.of(0, -1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE, 65_536);
  private static final List<Long> LONGS = List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);

  private final Random random;

  Mutations(Random random) {
    this.random = random;
  }

  /** The message with one to three of its fields changed. */
  <M extends Message> M of(M message) {
    Message.Builder builder = message.toBuilder();
    int changes = 1 + random.nextInt(3);
    for (int change = 0; change < changes; change++) {
      changeSomething(builder);
    }
    @SuppressWarnings("unchecked") // a builder builds the same message again
    M changed = (M) builder.buildPartial();
    return changed;
  }

  private void changeSomething(Message.Builder builder) {
    List<FieldDescriptor> fields = new ArrayList<>(builder.getAllFields().keySet());
    if (fields.isEmpty()) {
      return;
    }
    FieldDescriptor field = fields.get(random.nextInt(fields.size()));
    boolean deeper =
        field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && random.nextInt(5) > 0;
    if (deeper) {
      changeWithin(builder, field);
    } else if (field.isRepeated()) {
      changeList(builder, field);
    } else {
      change(builder, field);
    }
  }

  private void changeWithin(Message.Builder builder, FieldDescriptor field) {
    if (field.isRepeated()) {
      int index = random.nextInt(builder.getRepeatedFieldCount(field));
      Message.Builder element = ((Message) builder.getRepeatedField(field, index)).toBuilder();
      changeSomething(element);
      builder.setRepeatedField(field, index, element.buildPartial());
    } else {
      Message.Builder part = ((Message) builder.getField(field)).toBuilder();
      changeSomething(part);
      builder.setField(field, part.buildPartial());
    }
  }

  private void changeList(Message.Builder builder, FieldDescriptor field) {
    switch (random.nextInt(3)) {
      case 0 -> builder.clearField(field);
      case 1 -> {
        Object first = builder.getRepeatedField(field, 0);
        for (int copy = 0; copy < 500; copy++) {
          builder.addRepeatedField(field, first);
        }
      }
      default -> builder.setRepeatedField(field, 0, valueOf(builder, field));
    }
  }

  private void change(Message.Builder builder, FieldDescriptor field) {
    if (random.nextInt(3) == 0) {
      builder.clearField(field);
    } else {
      builder.setField(field, valueOf(builder, field));
    }
  }

  private Object valueOf(Message.Builder builder, FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case INT -> oneOf(INTS);
      case LONG -> oneOf(LONGS);
      case FLOAT -> oneOf(List.of(0f, -1f, Float.NaN, Float.MAX_VALUE, Float.NEGATIVE_INFINITY));
      case DOUBLE -> oneOf(List.of(0d, -1d, Double.NaN, Double.MAX_VALUE));
      case BOOLEAN -> random.nextBoolean();
      case STRING -> oneOf(TEXTS);
      case BYTE_STRING ->
          org.apache.hadoop.thirdparty.protobuf.ByteString.copyFrom(new byte[] {(byte) 0xff, 0});
      case ENUM -> oneOf(field.getEnumType().getValues());
      case MESSAGE -> builder.newBuilderForField(field).buildPartial();
    };
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
